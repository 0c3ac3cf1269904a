// `ops doctor` asks every party outside an installation that its settings name, and says what is wrong and what to do.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEndOfFile } from '../kit/file-end.ts';
import { startProcess } from '../kit/launch.ts';
import { newOperator } from '../kit/operator.ts';
import { startReceiver } from '../kit/receiver.ts';
import { railSecrets, startRail } from '../rails/rail-process.ts';
import { startMailbox } from '../services/auth/mailbox.ts';
import { issuerSecret, startIssuer } from '../services/cards/issuer-process.ts';
import { startBucket } from '../services/customers/bucket.ts';
import { flowDatabase } from './flow-database.ts';

const secret = '1e'.repeat(32);
const wrong = '2f'.repeat(32);
/** An address on which no server listens. */
const closed = 'http://127.0.0.1:1';

async function startExample(file: string, variable: string): Promise<string> {
  const child = fork(join(import.meta.dirname, '../services', file), { env: { ...process.env, [variable]: secret } });
  atEndOfFile(() => void child.kill('SIGKILL'));
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  return address;
}

/** An identity provider without keys. Its discovery document names another issuer if the path is not its own. */
async function startIdentityProvider(): Promise<string> {
  const server = createServer(({ url }, response) => {
    const discovered = url?.startsWith('/.well-known') ? { issuer, jwks_uri: `${issuer}/keys` } : { keys: [] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(discovered));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return issuer;
}

const [rail, issuer, mailbox, hook, bucket] = await Promise.all([
  startRail(),
  startIssuer(),
  startMailbox(),
  startReceiver(),
  startBucket(),
]);
const [identity, liveness, provider] = await Promise.all([
  startIdentityProvider(),
  startExample('auth/example-liveness.ts', 'LIVENESS_SECRET'),
  startExample('stablecoins/example-provider.ts', 'STABLECOIN_PROVIDER_SECRET'),
]);
const right = {
  MODE: 'production',
  ...railSecrets,
  RAILS_URL: rail.address,
  RATES_URL: rail.address,
  ISSUER_URL: issuer.address,
  ISSUER_SECRET: issuerSecret,
  STABLECOIN_PROVIDER_URL: provider,
  STABLECOIN_PROVIDER_SECRET: secret,
  LIVENESS_URL: liveness,
  LIVENESS_SECRET: secret,
  SMTP_URL: mailbox.url,
  SMS_HOOK_URL: hook.url,
  BLOB_STORE_URL: bucket.url,
  OIDC_ISSUERS: `https://accounts.google.com,${identity}`,
};

interface Row {
  readonly service: string;
  readonly party?: string;
  readonly problems: readonly string[];
}

const parties = [
  'auth identity provider',
  'auth liveness',
  'auth mail server',
  'auth text messages',
  'cards issuing',
  'customers bucket',
  'stablecoins stablecoin providers',
  'transfers rails',
  'transfers rates',
];

/** Without the address of the identity provider. */
const nameOf = ({ service, party = '' }: Row) => `${service} ${party.replace(/ http.*/, '')}`;
const outsideOf = (rows: readonly Row[]) => rows.filter(({ party }) => party !== undefined);

test('all parties answer, and nothing is left with them', async () => {
  const platform = await startProcess({ env: { ...right, DATABASE_URL: await flowDatabase() } });
  const operator = await newOperator(platform.rpc);

  const found = outsideOf(await operator.json('doctor'));

  expect(found.map(nameOf).toSorted()).toEqual(parties);
  expect(found.flatMap(({ problems }) => problems)).toEqual([]);
  expect([mailbox.mails, [...bucket.objects.keys()], (await rail.done()).submitted]).toEqual([[], [], []]);
  await platform.end();
});

test('each party that does not answer is named, with what to do', async () => {
  hook.answer({ status: 401 });
  const settings = {
    ...right,
    DATABASE_URL: await flowDatabase(),
    RAIL_SECRET: wrong,
    RATES_URL: closed,
    ISSUER_SECRET: wrong,
    STABLECOIN_PROVIDER_URL: rail.address,
    LIVENESS_URL: closed,
    SMTP_URL: mailbox.url.replace('secret', 'a-wrong-one'),
    BLOB_STORE_URL: bucket.url.replace('AKIA', 'AKIB'),
    OIDC_ISSUERS: `${identity}/other`,
  };
  const platform = await startProcess({ env: settings });
  const operator = await newOperator(platform.rpc);

  const { code, out } = await operator.run('doctor', '--json');

  const found = outsideOf(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  const problems = Object.fromEntries(found.map((row) => [nameOf(row), row.problems.join(' ')]));
  const token = (name: string) => `refuses the token of the platform. Give both sides the same ${name}`;
  expect(code).toBe(1);
  expect(Object.keys(problems).toSorted()).toEqual(parties);
  expect(problems).toMatchObject({
    'transfers rails': expect.stringContaining(token('RAIL_SECRET')),
    'transfers rates': expect.stringMatching(/It does not answer: .*Check the address.* \(RATES_URL\)$/),
    'cards issuing': expect.stringContaining(token('ISSUER_SECRET')),
    'stablecoins stablecoin providers': expect.stringContaining('It does not serve this provider.'),
    'auth liveness': expect.stringMatching(/It does not answer: .* \(LIVENESS_URL\)$/),
    'auth mail server': expect.stringContaining('Wrong user or password'),
    'auth text messages': expect.stringContaining('It answered 401. Check the address, the user and the password.'),
    'customers bucket': expect.stringMatching(/answered 403 .* Check the address, and that its credentials may write/),
    'auth identity provider': expect.stringContaining(`The keys of ${identity}/other are`),
  });
  for (const hidden of [wrong, 'a-wrong-one', 'wJalr']) expect(out).not.toContain(hidden);
  await platform.end();
});
