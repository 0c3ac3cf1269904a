// The lifecycle of signing keys: created once, announced for a week, published until their signatures have been delivered.
import { expect, test } from 'vitest';
import { idsFrom } from '../../../services/kit/core/ids.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { openDatabase } from '../../../services/kit/storage/database.ts';
import { kitMigrations } from '../../../services/kit/storage/kit-migrations.ts';
import { openSecrets } from '../../../services/kit/storage/secrets.ts';
import { openStore } from '../../../services/kit/storage/store.ts';
import { isVerified, readPublicKeys } from '../../../services/webhooks/domain/signature.ts';
import { webhooks } from '../../../services/webhooks/service.ts';
import { openSigner } from '../../../services/webhooks/steps/signer.ts';
import { webhookRows } from '../../../services/webhooks/store/store.ts';
import { testDatabase } from '../../kit/database.ts';
import { atEndOfFile } from '../../kit/file-end.ts';
import { ManualWall } from '../../kit/wall.ts';

const secrets = openSecrets([Buffer.alloc(32, 7)]);
const day = 24 * 3600_000;
const body = Buffer.from('{}');

async function newSigners() {
  const migrations = [...kitMigrations, ...webhooks.migrations];
  const database = await openDatabase({ url: await testDatabase(), schema: 'webhooks', entities: [], migrations, log: silent });
  atEndOfFile(() => database.close());
  const wall = new ManualWall();
  const store = openStore(database, webhookRows(secrets));
  const open = () => openSigner({ store, secrets, wall, ids: idsFrom(wall) });
  return { wall, store, signer: open(), other: open() };
}

test('concurrent processes create the first key once', async () => {
  const { signer, other } = await newSigners();

  const files = await Promise.all([signer, other, signer, other].map((one) => one.publicKeys('sandbox')));

  expect(new Set(files).size).toBe(1);
  expect(files[0]).toMatch(/^-----BEGIN PUBLIC KEY-----\n[A-Za-z0-9+/=\n]+-----END PUBLIC KEY-----\n$/);
});

test('each environment has its own key', async () => {
  const { signer } = await newSigners();

  const header = await signer.sign('sandbox', body);

  expect(isVerified(body, header, readPublicKeys(await signer.publicKeys('sandbox')))).toBe(true);
  expect(isVerified(body, header, readPublicKeys(await signer.publicKeys('production')))).toBe(false);
});

test('a private key is sealed in the database', async () => {
  const { signer, store } = await newSigners();
  await signer.sign('sandbox', body);

  const [row] = await store.signingKeys.list('sandbox');

  expect(row?.privateKey.includes(Buffer.from('2a8648ce3d0201', 'hex'))).toBe(false); // the OID of an EC key
});

test('a new key is published for seven days, then signs; the old one is published for eight more', async () => {
  const { wall, signer } = await newSigners();
  const blocks = async () => readPublicKeys(await signer.publicKeys('sandbox'));
  const signedBy = async () => {
    const header = await signer.sign('sandbox', body);
    return (await blocks()).map((key) => isVerified(body, header, [key]));
  };
  await signer.sign('sandbox', body);

  await signer.rotate('sandbox');
  const announced = await signedBy();
  wall.advance(7 * day - 1);
  const eve = await signedBy();
  wall.advance(1);
  const first = await signedBy();
  wall.advance(8 * day - 1);
  const last = await signedBy();
  wall.advance(1);
  const after = await signedBy();

  expect({ announced, eve, first, last, after }).toEqual({
    announced: [false, true],
    eve: [false, true],
    first: [true, false],
    last: [true, false],
    after: [true],
  });
});

test('a second rotation before the end of the first changes nothing', async () => {
  const { signer, other } = await newSigners();

  await Promise.all([signer.rotate('sandbox'), other.rotate('sandbox')]);
  const once = await signer.publicKeys('sandbox');
  await signer.rotate('sandbox');

  expect(readPublicKeys(once).length).toBe(2);
  expect(await signer.publicKeys('sandbox')).toBe(once);
});

test('a key that is no longer published is forgotten', async () => {
  const { wall, signer, store } = await newSigners();
  await signer.rotate('sandbox');
  const [old] = await store.signingKeys.list('sandbox');

  wall.advance(15 * day - 1);
  await signer.removeOld('sandbox');
  const before = await store.signingKeys.list('sandbox');
  wall.advance(1);
  await signer.removeOld('sandbox');
  const after = await store.signingKeys.list('sandbox');

  expect([before.length, after.length]).toEqual([2, 1]);
  expect(after.map(({ id }) => id)).not.toContain(old?.id);
});
