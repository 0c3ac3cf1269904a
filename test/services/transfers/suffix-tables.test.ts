// Both suffix tables, for each way of funding: across currencies and with a platform fee; the events and their times, the end, and
// the remaining balance of every ledger account.
import { describe, expect, test } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import { netBooks } from './net-books.ts';
import { destinations, left, type Row, rows, sent } from './suffix-rows.ts';
import {
  accountOf,
  balancesOf,
  execute,
  findings,
  newBank,
  newPayer,
  quote,
  sharedTransfers,
  transaction,
} from './transfers-world.ts';

const world = await sharedTransfers();

const funded = 50_000;

type Funding = 'prefunded' | 'pulled' | 'pushed';

/** The origin of the money, as in the ledger. */
const origins = { prefunded: 'source:AVAILABLE USD', pulled: 'WORLD:ACH USD', pushed: 'WORLD:REALTIME USD' };

describe.each<Funding>(['prefunded', 'pulled', 'pushed'])('a payment that is %s', (funding) => {
  test.each(rows)('to a $destination ending in $suffix follows the table', async (row) => {
    const { tenant, accounts, made } = await begin(funding, row);
    const eventTypes = [...start, ...row.eventTypes];
    const books = { origin: origins[funding], destination: row.destination };

    expect(await eventTypesOf(made.transactionId)).toEqual(eventTypes);
    if (row.later) {
      const { afterSeconds, meanwhile } = row.later;
      await tenant.advance(afterSeconds - 1);
      expect(await eventTypesOf(made.transactionId)).toEqual(eventTypes);
      expect(await netBooks(tenant, made.transactionId, accounts)).toEqual(left[meanwhile](books));
      await tenant.advance(1);
    }

    expect(await eventTypesOf(made.transactionId)).toEqual([...eventTypes, ...(row.later?.eventTypes ?? [])]);
    expect(endOf(await transaction(tenant, made.transactionId))).toEqual(row.ends);
    expect((await tenant.rest('GET', `/quotes/${made.id}`)).body.status).toBe(row.ends.status);
    const net = await netBooks(tenant, made.transactionId, accounts);
    expect(net).toEqual(left[row.left](books));
    const own = funded + Number(net['source:AVAILABLE USD'] ?? 0n);
    const fees = Number(net['fees:AVAILABLE USD'] ?? 0n);
    expect(await balancesOf(tenant, accounts.source)).toEqual([own, own]);
    expect(await balancesOf(tenant, accounts.fees)).toEqual([fees, fees]);
    expect(await findings(tenant)).toEqual([]);
  });
});

const start = ['PENDING', 'PROCESSING'];

async function begin(funding: Funding, { destination, suffix }: Row) {
  const tenant = await world.newPlatform({ currencies: ['USD', 'EUR', 'USDC'] });
  const fixedFee = { amount: 75, currency: 'USD' };
  const fee = { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps: 40, fixedFee };
  await tenant.rest('PATCH', '/config', { body: { feeConfigs: [fee] } });
  const { customerId, accountId } = await newPayer(tenant, { amount: funded });
  const accounts = { source: accountId, fees: await accountOf(tenant, undefined) };
  const to = await destinations[destination].make(tenant, customerId, suffix);
  const made = await pay(tenant, { funding, customerId, accountId, to });
  return { tenant, accounts, made };
}

interface Payment {
  readonly funding: Funding;
  readonly customerId: string;
  readonly accountId: string;
  readonly to: string;
}

async function pay(tenant: Tenant, { funding, customerId, accountId, to }: Payment) {
  const amount = { lockedCurrencyAmount: Number(sent) };
  if (funding === 'pushed') {
    const source = { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' };
    const { body: made } = await quote(tenant, '', to, { source, ...amount });
    const body = { quoteId: made.id, currencyCode: 'USD' };
    expect((await tenant.rest('POST', '/sandbox/send', { body })).status).toBe(200);
    return made;
  }
  const from = funding === 'pulled' ? await newBank(tenant, customerId) : accountId;
  const { body: made } = await quote(tenant, from, to, amount);
  expect((await execute(tenant, made.id)).status).toBe(200);
  return made;
}

async function eventTypesOf(transactionId: string): Promise<string[]> {
  const types = await world.eventTypes(transactionId);
  return types.map((type) => type.replace('OUTGOING_PAYMENT.', ''));
}

function endOf({ status, failureReason, refund }: Awaited<ReturnType<typeof transaction>>) {
  return {
    status,
    ...(failureReason && { failureReason }),
    ...(refund && { refund: { status: refund.status, reason: refund.reason } }),
  };
}
