// Simulated events of the card network: what they refuse, delays of messages without a debit, and the worked example of a tip.
import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { createClient, type Transport } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { SandboxCardService } from '../../../gen/payments/cards/v1/sandbox_card_pb.ts';
import { CurrencySchema } from '../../../gen/payments/common/v1/money_pb.ts';
import { startWorld } from '../../kit/platform.ts';
import { openRpcDoors } from '../../kit/rpc-doors.ts';
import { refusalOf } from './cards-world.ts';
import { authorized, balancesOf, byToken, merchant, newPayer, opened, send, transactionAt } from './payments-world.ts';

const world = await startWorld();
const payer = await newPayer(world);
const other = await newPayer(world);
const { cardId } = payer;

const simulate = (event: string, body: object) => world.rest('POST', `/sandbox/cards/${cardId}/simulate/${event}`, { body });
const on = async (id: string, event: string, amount?: number) =>
  simulate(event, { cardTransactionId: id, ...(amount !== undefined && { amount }) });

const open = await authorized(world, cardId, { amount: 1_000 });
const settled = await authorized(world, cardId, { amount: 1_000 });
await on(settled.id, 'clearing', 1_000);
const partly = await authorized(world, cardId, { amount: 1_000 });
await on(partly.id, 'clearing', 400);
const declined = await authorized(world, cardId, { descriptor: 'x002' });
const credit = await opened(world, cardId, 'financial_credit_authorization', { amount: 1_000 });
const foreign = await authorized(world, other.cardId);
const unknown = `CardTransaction:${randomUUID()}`;

const wrongState = [400, 'INVALID_INPUT', 'CARD_TRANSACTION_STATE', undefined];
const outOfRange = [400, 'AMOUNT_OUT_OF_RANGE', undefined, undefined];
const missing = [404, 'TRANSACTION_NOT_FOUND', undefined, undefined];
const invalid = (field: string) => [400, 'INVALID_INPUT', undefined, [field]];

test.each([
  ['a clearing of a settled payment', () => on(settled.id, 'clearing', 1), wrongState],
  ['a clearing of a declined payment', () => on(declined.id, 'clearing', 1), wrongState],
  ['a clearing of less than nothing', () => on(open.id, 'clearing', -1), invalid('amount')],
  ['a clearing without an amount', () => on(open.id, 'clearing'), invalid('amount')],
  ['a clearing of an unknown payment', () => on(unknown, 'clearing', 1), missing],
  ['a clearing of a payment of another card', () => on(foreign.id, 'clearing', 1), missing],
  ['a return of nothing', () => on(settled.id, 'return', 0), invalid('amount')],
  ['a return of too much', () => on(settled.id, 'return', 1_001), outOfRange],
  ['a return of an open payment', () => on(open.id, 'return', 1), wrongState],
  ['a return of a credit', () => on(credit.id, 'return', 1), wrongState],
  ['a reversal without a return', () => on(settled.id, 'return_reversal'), wrongState],
  ['an advice for a settled payment', () => on(settled.id, 'authorization_advice', 1), wrongState],
  ['an advice for less than was cleared', () => on(partly.id, 'authorization_advice', 399), outOfRange],
  ['an advice for nothing', () => on(open.id, 'authorization_advice', 0), invalid('amount')],
  ['an inquiry without a merchant', () => simulate('balance_inquiry', {}), invalid('merchant')],
])('%s is refused', async (_, attempt, refusal) => {
  expect(refusalOf(await attempt())).toEqual(refusal);
});

test.each(['approve', 'reject', 'cancel', 'confirm'])('%s refuses a card transaction', async (action) => {
  const answer = await world.rest('POST', `/transactions/${open.id}/${action}`, { body: {} });

  expect(refusalOf(answer).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
});

test.each(['balance_inquiry', 'credit_authorization', 'credit_authorization_advice', 'financial_credit_authorization'])(
  '%s is delayed by 005, fails with 006, and is declined by 002 without a debit',
  async (path) => {
    const tenant = await world.newPlatform();
    const holder = await newPayer({ ...tenant, settle: world.settle });
    const { body: slow } = await send(tenant, holder.cardId, path, { descriptor: 'x005' });
    await tenant.advance(29);
    const before = await byToken(tenant, slow.issuerTransactionToken);
    await tenant.advance(1);
    const after = await byToken(tenant, slow.issuerTransactionToken);
    const failed = await opened(tenant, holder.cardId, path, { descriptor: 'x006' });
    const refused = await opened(tenant, holder.cardId, path, { descriptor: 'x002' });

    expect([before, after.status === 'EXCEPTION']).toEqual([undefined, false]);
    expect([failed.status, failed.declineReason]).toEqual(['EXCEPTION', undefined]);
    expect(refused).toMatchObject({ status: 'EXCEPTION', declineReason: 'INSUFFICIENT_FUNDS' });
    expect(refused.pullSummary.count).toBe(0);
  },
);

const tip = [
  ['authorization', 1_250, 'AUTHORIZED', [48_750, 50_000], [1, 1_250], [0, 0], undefined],
  ['clearing', 1_500, 'SETTLED', [48_500, 48_500], [2, 1_500], [1, 1_500], undefined],
  ['return', 500, 'SETTLED', [49_000, 49_000], [2, 1_500], [1, 1_500], 500],
  ['return', 1_000, 'REFUNDED', [50_000, 50_000], [2, 1_500], [1, 1_500], 1_500],
  ['reversal', 0, 'SETTLED', [49_000, 49_000], [2, 1_500], [1, 1_500], 500],
] as const;

type Call = (event: (typeof tip)[number][0], amount: number, id: string, cardId: string) => Promise<string>;

const overRest: Call = async (event, amount, id, card) => {
  const path = event === 'reversal' ? 'return_reversal' : event;
  const about = { cardTransactionId: id, ...(event !== 'reversal' && { amount }) };
  const body = event === 'authorization' ? { amount, currency: { code: 'USD' }, merchant: merchant() } : about;
  const answer = await world.rest('POST', `/sandbox/cards/${card}/simulate/${path}`, { body });
  return answer.body.issuerTransactionToken;
};

const overRpc = (transport: Transport): Call => {
  const client = createClient(SandboxCardService, transport);
  const credentials = { headers: { authorization: world.token } };
  return async (event, amount, cardTransactionId, id) => {
    const named = { id, cardTransactionId };
    const currency = create(CurrencySchema, { code: 'USD', name: 'Euro', decimals: -1 });
    const answers = {
      authorization: () =>
        client.simulateCardAuthorization({ id, amount: BigInt(amount), currency, merchant: merchant() }, credentials),
      clearing: () => client.simulateCardClearing({ ...named, amount: BigInt(amount) }, credentials),
      return: () => client.simulateCardReturn({ ...named, amount: BigInt(amount) }, credentials),
      reversal: () => client.simulateCardReturnReversal(named, credentials),
    };
    return (await answers[event]()).issuerTransactionToken;
  };
};

const doors: readonly (readonly [string, Call])[] = [
  ['REST', overRest],
  ...(await openRpcDoors(world)).map(([name, transport]) => [name, overRpc(transport)] as const),
];

test.each(doors)('a tip, its return in two parts, and the reversal of one, by %s', async (_, call) => {
  const guest = await newPayer(world);
  let id = '';
  for (const [event, amount, status, balances, pull, settlement, refundedAmount] of tip) {
    const token = await call(event, amount, id, guest.cardId);
    id ||= (await byToken(world, token)).id;
    await world.settle();

    const shown = await transactionAt(world, id);
    expect([shown.status, shown.issuerTransactionToken]).toEqual([status, token]);
    expect([shown.pullSummary.count, shown.pullSummary.totalAmount]).toEqual(pull);
    expect([shown.settlementSummary.count, shown.settlementSummary.totalAmount]).toEqual(settlement);
    expect(shown.refundedAmount?.amount).toBe(refundedAmount);
    expect(await balancesOf(world, guest)).toEqual(balances);
  }
});
