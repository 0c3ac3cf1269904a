// Card transactions in the list of transactions: what each filter matches, and pages of all kinds together.
import { expect, test } from 'vitest';
import { makePayee, quoteBody } from '../../kit/payments.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { authorized, newPayer, opened } from './payments-world.ts';

const world = await sharedWorld();
const payer = await newPayer(world, { amount: 100_000 });
const other = await newPayer(world);
const { cardId, accountId, customerId } = payer;
const { body: customer } = await world.rest('GET', `/customers/${customerId}`);

/** A second later each. */
const later = async <T>(made: Promise<T>): Promise<T> => {
  const one = await made;
  world.wall.advance(1_000);
  return one;
};

async function pay(): Promise<{ id: string }> {
  const payee = await makePayee(world.rest, customerId);
  const body = { ...quoteBody({ from: accountId, to: payee }), immediatelyExecute: true };
  const { body: quote } = await world.rest('POST', '/quotes', { body });
  return { id: quote.transactionId };
}

const about = (event: string, { id }: { id: string }, amount: number) =>
  world.rest('POST', `/sandbox/cards/${cardId}/simulate/${event}`, { body: { cardTransactionId: id, amount } });

// The payers' funding is older than every payment: two rows of one millisecond have no order.
world.wall.advance(1_000);
const held = await later(authorized(world, cardId, { amount: 100 }));
const refunded = await later(authorized(world, cardId, { amount: 200 }));
await about('clearing', refunded, 200);
await about('return', refunded, 200);
const payment = await later(pay());
const credit = await later(opened(world, cardId, 'financial_credit_authorization', { amount: 300 }));
const declined = await later(authorized(world, cardId, { descriptor: 'x002' }));
const foreign = await later(authorized(world, other.cardId));
const { body: whole } = await world.rest('GET', `/transactions?customerId=${customerId}`);
const funding = whole.data.at(-1);

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const own = [declined, credit, payment, refunded, held, funding];
const cards = [declined, credit, refunded, held];
const since = credit.createdAt;

test.each([
  ['a customer', `customerId=${customerId}`, own],
  ['a customer, the oldest first', `customerId=${customerId}&sortOrder=asc`, own.toReversed()],
  ['a customer by the id of the platform', `platformCustomerId=${customer.platformCustomerId}`, own],
  ['cards', 'type=CARD', [foreign, ...cards]],
  ['cards of a customer', `type=CARD&customerId=${customerId}`, cards],
  ['payments', `type=OUTGOING&customerId=${customerId}`, [payment]],
  ['a status of cards and payments', `status=REFUNDED&customerId=${customerId}`, [refunded]],
  ['a status of payments only', `status=COMPLETED&type=CARD`, []],
  ['a debited account', `type=CARD&senderAccountIdentifier=${accountId}`, [declined, refunded, held]],
  ['a credited account', `type=CARD&receiverAccountIdentifier=${accountId}`, [credit]],
  ['an account', `type=CARD&accountIdentifier=${accountId}`, cards],
  ['a reference', `type=CARD&reference=${encodeURIComponent('COFFEE BAR')}`, []],
  ['a start', `type=CARD&customerId=${customerId}&startDate=${since}`, [declined, credit]],
  ['an end', `type=CARD&customerId=${customerId}&endDate=${since}`, [credit, refunded, held]],
])('a list by %s', async (_, query, expected) => {
  const { status, body } = await world.rest('GET', `/transactions?${query}`);

  expect([status, idsOf(body.data ?? [])]).toEqual([200, idsOf(expected)]);
  expect(body.totalCount).toBe(expected.length);
});

test('pages of cards and payments follow each other', async () => {
  const found: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { body } = await world.rest('GET', `/transactions?customerId=${customerId}&limit=2${cursor && `&cursor=${cursor}`}`);
    found.push(...idsOf(body.data));
    cursor = body.hasMore ? encodeURIComponent(body.nextCursor) : undefined;
  }

  expect(found).toEqual(idsOf(own));
});
