// Amounts beyond 2^53, of a token with ten decimals: exact in responses, at the provider and in the memo ledger.
import { expect, test } from 'vitest';
import {
  type CreateOperationRequest,
  StablecoinProviderService,
} from '../../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import { OperationState } from '../../../gen/payments/stablecoins/v1/operation_progress_pb.ts';
import { StablecoinReportService } from '../../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { select } from '../../kit/books.ts';
import { businessBank } from '../../kit/payments.ts';
import { startWorld } from '../../kit/platform.ts';
import { type Kind, request, show } from './operations-world.ts';
import { link, register } from './stablecoins-world.ts';
import { standInProvider } from './stand-in-provider.ts';

const serviceUrls = new Map([['stablecoin_providers', 'http://provider.example']]);
const world = await startWorld({ settings: { serviceUrls } });
const provider = standInProvider(world);
provider.token.decimals = 10;

const tenant = await world.newPlatform({ environment: 'production', regulated: false });
const { rest } = tenant;
const linkId = await link(tenant);
const { symbol: providerTokenIdentifier, networkTokenIdentifier } = provider.token;
const stablecoinId = (await register(tenant, { providerTokenIdentifier, networkTokenIdentifier, network: 'SPARK' })).body.id;
const address = 'spark1pgssy5clucrgzdzs85njxyejylyx0ty05myrc5m7nfzv83dahh93lcehsum28d';
const outside = async (body: object) => (await rest('POST', '/platform/external-accounts', { body })).body.id;
const walletId = await outside({ currency: 'USDB', accountInfo: { accountType: 'SPARK_WALLET', address } });
const issuer = { stablecoinId, linkId, bankId: await outside(businessBank), walletId };

/** 922,337,203.67 US dollars. No number of 53 bits is the same. */
const amount = '9223372036700000000';
const cents = 92_233_720_367n;

test.each<Kind>(['a mint by wire', 'a burn from a wallet', 'a mint by debit', 'a burn of a balance'])('%s', async (kind) => {
  const { status, body: made } = await request(tenant, issuer, kind, { amount });
  const progress = { state: OperationState.COMPLETED };
  await tenant.internal(StablecoinReportService).reportOperation({ stablecoinOperationId: made.id, progress });

  expect([status, made.amount, (await show(tenant, made.id)).amount]).toEqual([201, amount, amount]);
  const { data } = (await rest('GET', `/stablecoins/${stablecoinId}/operations`)).body;
  expect(data.find(({ id }: { id: string }) => id === made.id).amount).toBe(amount);
  if (kind.startsWith('a burn')) expect(made.estimatedDelivery.amount).toBe(`${cents}`);
  const { method } = StablecoinProviderService;
  const call = world.absent.calls.findLast((one) => one.method === method.createOperation);
  expect(call?.request as CreateOperationRequest).toMatchObject({ amount: BigInt(amount), cents });
  expect(await movedBy(made.id)).toEqual([`${cents}`, amount].toSorted());
});

test.each([
  ['one unit less is not whole cents', '9223372036699999999', 'INVALID_AMOUNT'],
  ['more than a billion dollars', '10000000000100000000', 'AMOUNT_OUT_OF_RANGE'],
])('%s', async (_, other, code) => {
  const { status, body } = await request(tenant, issuer, 'a mint by wire', { amount: other });

  expect([status, body.code]).toEqual([400, code]);
});

/** The different amounts that the memo ledger has credited. */
async function movedBy(operationId: string): Promise<string[]> {
  const rows = await select<{ amount: string }>(
    world.databaseUrl,
    `select distinct amount::text from accounts.posting join accounts.journal on journal.id = journal_id where subject = $1 and amount > 0`,
    [operationId.split(':')[1]],
  );
  return rows.map(({ amount: moved }) => moved).toSorted();
}
