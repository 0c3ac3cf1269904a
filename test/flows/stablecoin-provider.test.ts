// A production platform and the provider of its operator, each in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, expect, test } from 'vitest';
import { StablecoinProviderAccountStatus } from '../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { StablecoinReportService } from '../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { startProcess } from '../kit/launch.ts';
import { restAt } from '../kit/rest-at.ts';
import { mintFor } from '../rails/rail-tokens.ts';
import type { Known } from '../services/stablecoins/example-provider.ts';
import { flowDatabase } from './flow-database.ts';
import { newProductionPlatform } from './production-platform.ts';

const secret = '0c'.repeat(32);
const path = '/stablecoin-provider-accounts';

const provider = fork(join(import.meta.dirname, '../services/stablecoins/example-provider.ts'), {
  env: { ...process.env, STABLECOIN_PROVIDER_SECRET: secret },
});
afterAll(() => void provider.kill('SIGKILL'));
const [{ address }] = (await once(provider, 'message')) as [{ address: string }];
const env = {
  DATABASE_URL: await flowDatabase(),
  MODE: 'production',
  RATE_LIMIT_PER_SECOND: '0',
  STABLECOIN_PROVIDER_URL: address,
  STABLECOIN_PROVIDER_SECRET: secret,
};
const platform = await startProcess({ env });
const { platformId, authorization } = await newProductionPlatform(platform);
const rest = restAt(platform.origin, authorization);
const link = (apiClientId: string, key: string) =>
  rest('POST', path, {
    body: { provider: 'BRALE', apiClientId, apiClientSecret: 'secret' },
    headers: { 'idempotency-key': key },
  });
const accept = async (known: Known) => {
  const heard = once(provider, 'message');
  provider.send({ accept: known });
  await heard;
};

test('a connected provider decides about credentials, and withdraws a link', async () => {
  const refused = await link('client', 'first');
  await accept({ 'client:secret': ['acct_1'] });
  const { status, body: made } = await link('client', 'second');

  const reports = createClient(StablecoinReportService, createGrpcTransport({ baseUrl: `http://${platform.rpc}` }));
  const report = (issuer: string) => {
    const token = mintFor(platformId, Buffer.from(secret, 'hex'), Math.floor(Date.now() / 1000), issuer);
    const withdrawn = { stablecoinProviderAccountId: made.id, status: StablecoinProviderAccountStatus.REVOKED };
    return reports.reportStablecoinProviderAccount(withdrawn, { headers: { authorization: `Bearer ${token}` } });
  };

  expect([refused.status, refused.body.code]).toEqual([400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID']);
  expect([status, made.status, made.providerAccountId]).toEqual([201, 'ACTIVE', 'acct_1']);
  expect(made.providerEnvironment).toBe('PRODUCTION');
  await expect(report('rails')).rejects.toThrow(/no connected provider/);
  await report('stablecoin_providers');
  expect((await rest('GET', `${path}/${made.id}`)).body.status).toBe('REVOKED');
});

test('while the provider cannot be reached, linking is 503, and stores nothing', async () => {
  provider.kill('SIGKILL');
  await once(provider, 'exit');

  const { status, body, headers } = await link('client', 'third');

  expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(headers['retry-after']).toMatch(/^\d+$/);
  expect((await rest('GET', path)).body.totalCount).toBe(1);
});
