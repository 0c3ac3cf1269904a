// Changing cards: the refusals of each state, and the events of what changes.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CardService, CardState } from '../../../gen/payments/cards/v1/card_pb.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { cardMaker, newCardholder, refusalOf, type State } from './cards-world.ts';

const world = await sharedWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const cardholder = await newCardholder(world, { currencies: ['USD', 'EUR', 'USDC'] });
const { USD, EUR, USDC } = cardholder.accounts;
const wallet = await newCardholder(world, { currencies: ['USD', 'USDB'] });
const closedHolder = await newCardholder(world, { platformCustomerId: 'closed-103', currencies: ['USD'] });

const change = (id: string, body: unknown) => world.rest('PATCH', `/cards/${id}`, { body });
const eventsOf = async (id: string, from = 0) => {
  await world.settle();
  const own = receiver.events.filter(({ body }) => body.data.id === id).map(({ body }) => body);
  return own.slice(from).map(({ type, data }) => [type, data.state]);
};

const cardIn = cardMaker(world, cardholder);

const refusedMove = [409, 'INVALID_STATE_TRANSITION'];
const matrix: [State, Record<string, unknown>, unknown[]][] = [
  ['PROCESSING', { state: 'ACTIVE' }, refusedMove],
  ['PROCESSING', { state: 'FROZEN' }, refusedMove],
  ['PROCESSING', { state: 'CLOSED' }, refusedMove],
  ['PROCESSING', { maxSpendPerTransaction: 7 }, [200, 'PROCESSING']],
  ['ACTIVE', { state: 'ACTIVE' }, refusedMove],
  ['ACTIVE', { state: 'FROZEN' }, [200, 'FROZEN']],
  ['ACTIVE', { state: 'CLOSED' }, [200, 'CLOSED']],
  ['ACTIVE', { maxSpendPerTransaction: 7 }, [200, 'ACTIVE']],
  ['FROZEN', { state: 'ACTIVE' }, [200, 'ACTIVE']],
  ['FROZEN', { state: 'FROZEN' }, refusedMove],
  ['FROZEN', { state: 'CLOSED' }, [200, 'CLOSED']],
  ['FROZEN', { maxSpendPerTransaction: 7 }, [200, 'FROZEN']],
  ['CLOSED', { state: 'ACTIVE' }, refusedMove],
  ['CLOSED', { state: 'FROZEN' }, refusedMove],
  ['CLOSED', { state: 'CLOSED' }, [409, 'CARD_ALREADY_CLOSED']],
  ['CLOSED', { maxSpendPerTransaction: 7 }, [409, 'CARD_NOT_MUTABLE']],
  ['CLOSED', { fundingSources: [USD] }, [409, 'CARD_NOT_MUTABLE']],
  ['ACTIVE', { state: 'ACTIVE', maxSpendPerTransaction: 7 }, refusedMove],
];

test.each(matrix)('a card that is %s answers %j', async (state, body, outcome) => {
  const id = await cardIn(state);
  const { body: before } = await world.rest('GET', `/cards/${id}`);
  const sent = (await eventsOf(id)).length;

  const answer = await change(id, body);

  expect([answer.status, answer.status === 200 ? answer.body.state : answer.body.code]).toEqual(outcome);
  const { body: after } = await world.rest('GET', `/cards/${id}`);
  expect(after).toEqual(answer.status === 200 ? answer.body : before);
  const isMoved = answer.status === 200 && body.state !== undefined;
  expect(await eventsOf(id, sent)).toEqual(isMoved ? [['CARD.STATE_CHANGE', body.state]] : []);
  if (after.state === 'CLOSED') expect(after.stateReason).toBe('CLOSED_BY_PLATFORM');
});

const ineligible = (index: number) => [400, 'INVALID_INPUT', 'FUNDING_SOURCE_INELIGIBLE', [`fundingSources.${index}`]];
const invalid = (...fields: string[]) => [400, 'INVALID_INPUT', undefined, fields];

/** Of a closed card: every 400 comes before its 409. */
const closed = await cardIn('CLOSED');
test.each([
  ['nothing', {}, [400, 'INVALID_INPUT', undefined, undefined]],
  ['no source', { fundingSources: [] }, invalid('fundingSources')],
  ['a source of null', { fundingSources: null }, invalid('fundingSources')],
  ['a source twice', { fundingSources: [USD, USD] }, invalid('fundingSources')],
  ['a limit of 0', { maxSpendPerTransaction: 0 }, invalid('maxSpendPerTransaction')],
  ['a negative limit', { maxSpendPerTransaction: -1 }, invalid('maxSpendPerTransaction')],
  ['a limit with a fraction', { maxSpendPerTransaction: 1.5 }, invalid('maxSpendPerTransaction')],
  ['a state that cannot be requested', { state: 'PROCESSING' }, invalid('state')],
  ['closing with a limit', { state: 'CLOSED', maxSpendPerTransaction: 7 }, invalid('state')],
  ['closing with the removal of the limit', { state: 'CLOSED', maxSpendPerTransaction: null }, invalid('state')],
  ['closing with sources', { state: 'CLOSED', fundingSources: [USD] }, invalid('state')],
  ['an unknown account', { fundingSources: [USD, `InternalAccount:${randomUUID()}`] }, ineligible(1)],
  ['an account of another customer', { fundingSources: [wallet.accounts.USD] }, ineligible(0)],
  ['an account of another program', { fundingSources: [EUR] }, ineligible(0)],
  ['an account that funds no cards', { fundingSources: [USD, USDC] }, ineligible(1)],
])('a change that names %s is refused', async (_, body, refusal) => {
  expect(refusalOf(await change(closed, body))).toEqual(refusal);
});

test('accounts that the sandbox refuses cannot be added', async () => {
  const card = await cardIn('ACTIVE');
  const body = { fundingSources: [closedHolder.accounts.USD] };

  expect(refusalOf(await change(card, body))).toEqual(ineligible(0));
});

test('a limit is set, and removed by null', async () => {
  const id = await cardIn('ACTIVE');

  const limits = [];
  for (const maxSpendPerTransaction of [500, null])
    limits.push((await change(id, { maxSpendPerTransaction })).body.maxSpendPerTransaction);

  expect(limits).toEqual([500, null]);
  expect(await eventsOf(id, 1)).toEqual([]);
});

test('a combined change reports the state, then the sources; an equal list reports nothing', async () => {
  const holder = await newCardholder(world, { email: 'ada@example.com', currencies: ['USD', 'USDB'] });
  const { USD: dollars, USDB: tokens } = holder.accounts;
  const id = await cardIn('ACTIVE', holder, { fundingSources: [dollars] });

  const { body } = await change(id, { state: 'FROZEN', fundingSources: [tokens, dollars] });
  await change(id, { fundingSources: [tokens, dollars] });
  const swapped = await change(id, { fundingSources: [dollars, tokens] });

  expect(body).toMatchObject({ state: 'FROZEN', fundingSources: [tokens, dollars], currency: 'USD' });
  expect(swapped.body.fundingSources).toEqual([dollars, tokens]);
  expect(await eventsOf(id, 1)).toEqual([
    ['CARD.STATE_CHANGE', 'FROZEN'],
    ['CARD.FUNDING_SOURCE_CHANGE', 'FROZEN'],
    ['CARD.FUNDING_SOURCE_CHANGE', 'FROZEN'],
  ]);
});

test('a refused state changes nothing else', async () => {
  const id = await cardIn('ACTIVE');

  await change(id, { state: 'ACTIVE', maxSpendPerTransaction: 5 });

  expect((await world.rest('GET', `/cards/${id}`)).body.maxSpendPerTransaction).toBeNull();
});

test('without a mask, an RPC changes the fields that are set', async () => {
  const id = await cardIn('ACTIVE');

  const card = await world.client(CardService).updateCard({ id, state: CardState.FROZEN });

  expect([card.state, card.fundingSources]).toEqual([CardState.FROZEN, [USD]]);
});

test('of concurrent changes to one state, one succeeds', async () => {
  const id = await cardIn('ACTIVE');

  const answers = await Promise.all(Array.from({ length: 5 }, () => change(id, { state: 'FROZEN' })));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(await eventsOf(id, 1)).toEqual([['CARD.STATE_CHANGE', 'FROZEN']]);
});
