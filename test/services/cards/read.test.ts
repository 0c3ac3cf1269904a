// Reading cards: one, and lists with their filters.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { createCard, newCardholder } from './cards-world.ts';

const world = await sharedWorld();
const first = await newCardholder(world);
const second = await newCardholder(world);
const made: string[] = [];
for (const [holder, more] of [
  [first, { platformCardId: 'a' }],
  [first, { fundingSources: [first.accounts.EUR] }],
  [second, { platformCardId: 'b-001' }],
] as const) {
  world.wall.advance(1);
  made.push((await createCard(world, holder, more)).body.id);
}
await world.settle();
const [dollars, euros, processing] = made;

const list = async (query: string) => (await world.rest('GET', `/cards?${query}`)).body;
const idsOf = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id);

test.each([
  ['nothing', '', [processing, euros, dollars]],
  ['the oldest first', 'sortOrder=asc', [dollars, euros, processing]],
  ['a cardholder', `cardholderId=${first.customerId}`, [euros, dollars]],
  ['an account', `accountId=${first.accounts.EUR}`, [euros]],
  ['the id of the platform', 'platformCardId=a', [dollars]],
  ['a state', 'state=PROCESSING', [processing]],
  ['a cardholder and a state', `cardholderId=${first.customerId}&state=PROCESSING`, []],
  ['an unknown cardholder', `cardholderId=Customer:${randomUUID()}`, []],
  ['what is no cardholder', 'cardholderId=x', []],
  ['what is no account', 'accountId=x', []],
  ['an unknown id of the platform', 'platformCardId=c', []],
])('a list by %s', async (_, query, ids) => {
  expect(await idsOf(query)).toEqual(ids);
  expect((await list(query)).totalCount).toBe(ids.length);
});

test.each(['', '&sortOrder=asc'])('pages follow each other%s', async (order) => {
  const page = await list(`limit=2${order}`);
  const next = await list(`limit=2&cursor=${page.nextCursor}${order}`);

  expect([page.hasMore, page.totalCount, next.hasMore, 'nextCursor' in next]).toEqual([true, 3, false, false]);
  expect([...page.data, ...next.data]).toEqual((await list(order)).data);
});

test.each(['state=OPEN', 'limit=0', 'limit=101', 'sortOrder=up', 'cursor=x'])('a list by %s is refused', async (query) => {
  const { status, body } = await world.rest('GET', `/cards?${query}`);

  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
});

test('a card that is unknown or of another platform is not found', async () => {
  const other = await world.newPlatform();

  const answers = [
    await world.rest('GET', `/cards/Card:${randomUUID()}`),
    await world.rest('GET', '/cards/x'),
    await other.rest('GET', `/cards/${dollars}`),
  ];

  expect(answers.map(({ status, body }) => [status, body.code, body.details?.resource])).toEqual(
    answers.map(() => [404, 'REFERENCE_NOT_FOUND', 'Card']),
  );
});
