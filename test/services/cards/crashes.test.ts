// Processes that die between two commits of a card: the next one completes the work, once.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { select } from '../../kit/books.ts';
import { dieAt } from '../../kit/death.ts';
import { startWorld } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { cardBody, cardMaker, newCardholder } from './cards-world.ts';

const world = await startWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const holder = await newCardholder(world, { email: 'ada@example.com', currencies: ['USD', 'USDB', 'EUR'] });
const { USD = '', USDB = '', EUR = '' } = holder.accounts;
const cardIn = cardMaker(world, holder);

/** Also what failed before. */
async function settleAll(): Promise<void> {
  await world.settle();
  world.wall.advance(5 * 60_000);
  await world.settle();
}

const cardAt = async (id: string) => (await world.rest('GET', `/cards/${id}`)).body;

/** The events of a card, each once, in order. */
function eventsOf(id: string) {
  const own = receiver.events.filter(({ body }) => body.data.id === id).map(({ body }) => body);
  return [...new Map(own.map((event) => [event.id, event])).values()].map(({ type, data }) => [type, data.state]);
}

/** The accounts for which wallets can create delegated keys. */
async function boundTo(id: string): Promise<string[]> {
  const statement = 'select account_id from auth.card_funding_source where card_id = $1 order by account_id';
  const rows = await select<{ account_id: string }>(world.databaseUrl, statement, [uuidIn(id)]);
  return rows.map(({ account_id }) => `InternalAccount:${account_id}`);
}

test.each([
  'password forwarded',
  'card ordered',
  'source bound',
  'card state reported',
  'card decided',
  'card changed',
  'job run',
])('a card whose process dies at "%s" is issued once', async (point) => {
  const platformCardId = randomUUID();
  const more = { fundingSources: [EUR], platformCardId, threeDSecurePassword: 'correct horse' };
  const order = { body: cardBody(holder, more), headers: { 'idempotency-key': platformCardId } };
  const death = dieAt(point);

  await world.rest('POST', '/cards', order);
  await settleAll();
  const { status, body } = await world.rest('POST', '/cards', order);
  await settleAll();

  expect([death.hasDied(), status]).toEqual([true, 201]);
  const { body: list } = await world.rest('GET', `/cards?platformCardId=${platformCardId}`);
  expect(list.data.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([[body.id, 'ACTIVE']]);
  expect(eventsOf(body.id)).toEqual([['CARD.STATE_CHANGE', 'ACTIVE']]);
  expect(await boundTo(body.id)).toEqual([EUR]);
});

test.each(['card changed', 'source unbound', 'source bound', 'card state reported'])(
  'a change whose process dies at "%s" happens once, and is reported',
  async (point) => {
    const id = await cardIn('ACTIVE', holder, { fundingSources: [USD] });
    const death = dieAt(point);

    await world.rest('PATCH', `/cards/${id}`, { body: { state: 'FROZEN', fundingSources: [USDB] } });
    await settleAll();

    expect(death.hasDied()).toBe(true);
    expect(await cardAt(id)).toMatchObject({ state: 'FROZEN', fundingSources: [USDB] });
    expect(eventsOf(id).slice(1)).toEqual([
      ['CARD.STATE_CHANGE', 'FROZEN'],
      ['CARD.FUNDING_SOURCE_CHANGE', 'FROZEN'],
    ]);
    expect(await boundTo(id)).toEqual([USDB]);
  },
);

test('the cards of a deleted customer are closed, even if the process dies between them', async () => {
  const leaving = await newCardholder(world, { currencies: ['USD'] });
  const ids = [await cardIn('ACTIVE', leaving), await cardIn('FROZEN', leaving)];
  const death = dieAt('card changed');

  await world.rest('DELETE', `/customers/${leaving.customerId}`);
  await settleAll();
  await world.rest('DELETE', `/customers/${leaving.customerId}`);
  await settleAll();

  expect(death.hasDied()).toBe(true);
  for (const id of ids) {
    expect((await cardAt(id)).stateReason).toBe('CLOSED_BY_SERVICE');
    expect(eventsOf(id).filter(([, state]) => state === 'CLOSED')).toEqual([['CARD.STATE_CHANGE', 'CLOSED']]);
    expect(await boundTo(id)).toEqual([]);
  }
});

test('a page that was created before its process died is returned to nobody', async () => {
  const id = await cardIn('ACTIVE');
  const death = dieAt('reveal session created');

  const { status } = await world.rest('POST', `/cards/${id}/reveal`);

  expect([death.hasDied(), status]).toEqual([true, 500]);
  const kept = 'select from cards.card_reveal where card_id = $1';
  expect(await select(world.databaseUrl, kept, [uuidIn(id)])).toEqual([]);
  expect((await world.rest('POST', `/cards/${id}/reveal`)).status).toBe(200);
});
