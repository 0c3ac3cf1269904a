// A provider of stablecoins in a process of its own, and production platforms that mint and burn through it.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { AccountDirectoryService, ExternalAccountChange } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { StablecoinReportService } from '../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { internalAt } from '../kit/internal-at.ts';
import type { TestProcess } from '../kit/launch.ts';
import { businessBank, eventually } from '../kit/payments.ts';
import { restAt } from '../kit/rest-at.ts';
import { mintFor } from '../rails/rail-tokens.ts';
import type { Command, Held } from '../services/stablecoins/example-provider.ts';
import { newProductionPlatform } from './production-platform.ts';

const secret = '0c'.repeat(32);
/** Of the platforms at the provider. */
export const apiClientSecret = 'harbor-secret-of-the-provider';

/** Starts the provider. `settings`: those that connect it. */
export async function startProvider() {
  const child = fork(join(import.meta.dirname, '../services/stablecoins/example-provider.ts'), {
    env: { ...process.env, STABLECOIN_PROVIDER_SECRET: secret },
  });
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  /** Returns its operations. */
  const tell = async (command: Command): Promise<readonly Held[]> => {
    const heard = once(child, 'message');
    child.send(command);
    const [{ operations }] = (await heard) as [{ operations: Held[] }];
    return operations;
  };
  const settings = { STABLECOIN_PROVIDER_URL: address, STABLECOIN_PROVIDER_SECRET: secret };
  return {
    settings,
    tell,
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    end: () => child.kill('SIGKILL'),
  };
}

/** A client for reports of the provider about operations of a platform. */
export function reportsOf(platformId: string, { rpc }: TestProcess) {
  const client = createClient(StablecoinReportService, createGrpcTransport({ baseUrl: `http://${rpc}` }));
  const token = mintFor(platformId, Buffer.from(secret, 'hex'), Math.floor(Date.now() / 1000), 'stablecoin_providers');
  const headers = { authorization: `Bearer ${token}` };
  return { report: (...[request]: Parameters<typeof client.reportOperation>) => client.reportOperation(request, { headers }) };
}

/** A platform with a linked account, a PROVISIONED stablecoin `symbol`, and the body of a mint by wire of 2.50 US dollars. */
export async function newIssuingPlatform(process: TestProcess, symbol: string) {
  const { platformId, authorization } = await newProductionPlatform(process);
  const rest = restAt(process.origin, authorization);
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await rest('POST', path, { body, headers: { 'idempotency-key': randomUUID() } });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.id;
  };
  await create('/stablecoin-provider-accounts', { provider: 'BRALE', apiClientId: 'client', apiClientSecret });
  const networkTokenIdentifier = `btkn1harxac${symbol.slice('HARBOR'.length)}`;
  const token = { providerTokenIdentifier: symbol, networkTokenIdentifier, network: 'SPARK' };
  const stablecoinId = await create('/stablecoins', token);
  const address = 'spark1pgssy5clucrgzdzs85njxyejylyx0ty05myrc5m7nfzv83dahh93lcehsum28d';
  const accountInfo = { accountType: 'SPARK_WALLET', address };
  const accountId = await create('/platform/external-accounts', { currency: 'USDB', accountInfo });
  const bankId = await create('/platform/external-accounts', businessBank);
  for (const id of [accountId, bankId]) {
    const { body } = await eventually(
      () => rest('GET', `/platform/external-accounts/${id}`),
      ({ body: { status } }) => status !== 'PENDING' || id === accountId,
    );
    const change = ExternalAccountChange.CLEARED;
    if (body.status !== 'ACTIVE')
      await internalAt(AccountDirectoryService, process.rpc, platformId).changeExternalAccountStatus({ accountId: id, change });
  }
  const mints = `/stablecoins/${stablecoinId}/mints`;
  const body = { amount: '2500000', fundingSource: { type: 'WIRE' }, destination: { accountId } };
  return { platformId, authorization, rest, stablecoinId, mints, body, bankId };
}
