// Cards whose outcome the sandbox selects by the end of an id.
import { expect, test } from 'vitest';
import { startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { createCard, newCardholder } from './cards-world.ts';

const world = await sharedWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const cardholder = await newCardholder(world);

const cardAt = async (id: string) => (await world.rest('GET', `/cards/${id}`)).body;
const eventsOf = (id: string) => receiver.events.filter(({ body }) => body.data.id === id).map(({ body }) => body);

const slow = await newCardholder(world, { platformCustomerId: 'slow-105' });
const rejected = await newCardholder(world, { platformCustomerId: 'rejected-101' });

test.each([
  ['stays PROCESSING', { platformCardId: 'x001' }, cardholder, ['PROCESSING', null], ['PROCESSING', null]],
  ['is rejected', { platformCardId: 'x002' }, cardholder, ['CLOSED', 'ISSUER_REJECTED'], ['CLOSED', 'ISSUER_REJECTED']],
  ['takes half a minute', { platformCardId: 'x005' }, cardholder, ['PROCESSING', null], ['ACTIVE', null]],
  ['is ACTIVE at once', { platformCardId: 'x006' }, cardholder, ['ACTIVE', null], ['ACTIVE', null]],
  ['follows the id of its holder, which ends in 005', {}, slow, ['PROCESSING', null], ['ACTIVE', null]],
  ['follows the id of its holder, which ends in 001', {}, rejected, ['PROCESSING', null], ['PROCESSING', null]],
])('a card that the sandbox selects by its id %s', async (_, more, holder, atOnce, later) => {
  const platform = world;
  const { body } = await createCard(platform, holder, more);
  expect(body.state).toBe('PROCESSING');

  await world.settle();
  const first = await cardAt(body.id);
  await world.advance(31);
  const last = await cardAt(body.id);

  expect([first, last].map(({ state, stateReason }) => [state, stateReason])).toEqual([atOnce, later]);
  expect(eventsOf(body.id).map(({ type, data }) => [type, data.state])).toEqual(
    later[0] === 'PROCESSING' ? [] : [['CARD.STATE_CHANGE', later[0]]],
  );
});

test('customers and their accounts end as their platform asks, and otherwise in nothing that selects an outcome', () => {
  const endings = ({ customerId, accounts }: typeof slow) => [customerId, ...Object.values(accounts)].map((id) => id.slice(-3));

  expect(endings(slow)).toEqual(['005', '005', '005']);
  expect(endings(rejected)).toEqual(['001', '001', '001']);
  expect(endings(cardholder).filter((ending) => /^00[1-6]$/.test(ending))).toEqual([]);
});
