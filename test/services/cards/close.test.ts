// Cards that are closed by others than their platform.
import { expect, test } from 'vitest';
import { CardDirectoryService } from '../../../gen/payments/cards/v1/card_directory_pb.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { cardMaker, newCardholder, type State } from './cards-world.ts';

const world = await sharedWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const cardIn = cardMaker(world, await newCardholder(world));

const eventsOf = async (id: string, from = 0) => {
  await world.settle();
  const own = receiver.events.filter(({ body }) => body.data.id === id).map(({ body }) => body);
  return own.slice(from).map(({ type, data }) => [type, data.state]);
};

test.each<State>(['PROCESSING', 'ACTIVE', 'FROZEN'])('an operator closes a card that is %s', async (state) => {
  const id = await cardIn(state);
  const sent = (await eventsOf(id)).length;
  const cards = world.internal(CardDirectoryService);

  await cards.closeCard({ cardId: id });

  const { body } = await world.rest('GET', `/cards/${id}`);
  expect([body.state, body.stateReason]).toEqual(['CLOSED', 'CLOSED_BY_SERVICE']);
  expect(await eventsOf(id, sent)).toEqual([['CARD.STATE_CHANGE', 'CLOSED']]);
  await expect(cards.closeCard({ cardId: id })).rejects.toThrow('already CLOSED');
});

test('a deleted cardholder has no open cards', async () => {
  const holder = await newCardholder(world, { currencies: ['USD'] });
  const ids = [await cardIn('ACTIVE', holder), await cardIn('FROZEN', holder), await cardIn('CLOSED', holder)];

  await world.rest('DELETE', `/customers/${holder.customerId}`);

  const cards = await Promise.all(ids.map(async (id) => (await world.rest('GET', `/cards/${id}`)).body));
  expect(cards.map(({ stateReason }) => stateReason)).toEqual(['CLOSED_BY_SERVICE', 'CLOSED_BY_SERVICE', 'CLOSED_BY_PLATFORM']);
});
