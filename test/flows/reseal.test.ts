// A completed master key rotation: everything is resealed under the new key, and works without the old one.
import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { services } from '../../services/all.ts';
import { messagePlace } from '../../services/auth/store/signed-request-row.ts';
import { keysOf } from '../../services/kit/service/common-services.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { startWorld, type World } from '../kit/platform.ts';
import { type Rest, restOver } from '../kit/rest.ts';
import { columnsUnderKey, declaredColumns as declared, nameOf } from './bytes-columns.ts';
import { sealedWorld } from './sealed-world.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const before = await startWorld({ masterKeys: [oldKey], requestLog: true });
const { databaseUrl } = before;
const database = new Client({ connectionString: databaseUrl });
await database.connect();
afterAll(() => database.end());

/** Until the end of the test. */
async function startBeside(...masterKeys: [Buffer, ...Buffer[]]): Promise<World> {
  const world = await startWorld({ masterKeys, databaseUrl });
  onTestFinished(() => world.close());
  return world;
}

const as = (world: World): Rest => restOver(world.raw, before.token);
const keyServices = (world: World) => services.map(({ name }) => world.internal(keysOf(name)));

const columnsUnder = (key: Buffer) => columnsUnderKey(database, key);

/** Columns whose rows are short-lived. */
async function addTransientRows(): Promise<void> {
  const { seal } = openSecrets([oldKey]);
  const [id, platformId] = [randomUUID(), randomUUID()];
  const placeIn = (table: string, row: Record<string, string>) => {
    const column = declared.find((one) => one.table === table);
    if (!column) throw new Error(`${table} seals nothing.`);
    return seal('transient', column.place(row));
  };
  await database.query(
    `insert into customers.upload_part (platform_id, upload_id, number, bytes, blob_key, is_stored, blob_seal)
     values ($1, $2, 0, 1, 'part', true, $3)`,
    [platformId, id, placeIn('upload_part', { upload_id: id, number: '0' })],
  );
  const { rows } = await database.query('select id from auth.signed_request limit 1');
  await database.query('update auth.signed_request set message = $2 where id = $1', [
    rows[0].id,
    seal('transient', messagePlace(rows[0].id)),
  ]);
}

/** Whether every value in its place opens with this key alone. */
async function openAll(key: Buffer): Promise<void> {
  const { open } = openSecrets([key]);
  for (const { schema, table, column, place, which = 'true' } of declared) {
    await database.query(`set search_path to "${schema}"`);
    const { rows } = await database.query(
      `select to_jsonb("${table}") as row, "${column}" as value from "${table}" where "${column}" is not null and ${which}`,
    );
    for (const { row, value } of rows) {
      const texts = Object.fromEntries(Object.entries(row).map(([name, one]) => [name, String(one)]));
      expect(() => open(value, place(texts)), `${schema}.${table}.${column}`).not.toThrow();
    }
  }
}

test('after resealing under load, everything works without the old key', async () => {
  const sealed = await sealedWorld(before);
  await before.close();
  await addTransientRows();
  const atFirst = await columnsUnder(oldKey);
  const during = await startBeside(newKey, oldKey);

  const load = sealed.pay(as(during), 5);
  await Promise.all(keyServices(during).map((service) => service.reseal({})));
  await load;
  await during.settle();
  const uses = await Promise.all(keyServices(during).map((service) => service.getKeyUse({})));
  const [left, now] = [await columnsUnder(oldKey), await columnsUnder(newKey)];
  await openAll(newKey);
  await during.close();
  const after = await startBeside(newKey);

  expect(atFirst, 'sealed-world.ts needs a sealed value in each of these columns').toEqual(
    expect.arrayContaining(declared.map(nameOf)),
  );
  expect(left).toEqual([]);
  expect(now).toEqual(expect.arrayContaining(declared.map(nameOf)));
  for (const { keys, columns } of uses) {
    expect(keys).toMatchObject([{ isNewest: true }]);
    expect(columns.every(({ finishedAt }) => finishedAt !== undefined)).toBe(true);
  }
  await sealed.check(as(after));
});

test('resealing again, also in two processes concurrently, changes nothing', async () => {
  const worlds = await Promise.all([1, 2].map(() => startBeside(newKey)));

  const begun = await Promise.all(worlds.flatMap(keyServices).map((service) => service.reseal({})));
  for (const world of worlds) await world.settle();

  expect(begun).toHaveLength(2 * services.length);
  expect(await columnsUnder(oldKey)).toEqual([]);
});

test('platforms cannot reseal', async () => {
  const world = await startBeside(newKey);

  await expect(world.client(keysOf('accounts')).reseal({})).rejects.toThrow('This operation is internal');
});
