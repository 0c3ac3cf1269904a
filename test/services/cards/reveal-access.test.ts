// Which cards are revealed, and to whom.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CardService } from '../../../gen/payments/cards/v1/card_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { cardMaker, newCardholder, refusalOf, type State } from './cards-world.ts';

const world = await sharedWorld();
const cardIn = cardMaker(world, await newCardholder(world));

const reveal = (id: string, { rest }: Pick<Tenant, 'rest'> = world) => rest('POST', `/cards/${id}/reveal`);

test.each<State>(['PROCESSING', 'CLOSED'])('a card that is %s is not revealed', async (state) => {
  expect(refusalOf(await reveal(await cardIn(state))).slice(0, 3)).toEqual([403, 'FORBIDDEN', 'CARD_NOT_REVEALABLE']);
});

test('a card that is unknown or of another platform is not found', async () => {
  const id = await cardIn('ACTIVE');
  const other = await world.newPlatform();

  const answers = [await reveal(`Card:${randomUUID()}`), await reveal('x'), await reveal(id, other)];

  expect(answers.map(({ status, body }) => [status, body.code, body.details?.resource])).toEqual(
    answers.map(() => [404, 'REFERENCE_NOT_FOUND', 'Card']),
  );
});

test('a token needs MANAGE, and a call without a token is refused', async () => {
  const id = await cardIn('ACTIVE');
  const reader = await world.newPlatform({ permissions: [1, 2] });

  expect(refusalOf(await reveal(id, reader)).slice(0, 2)).toEqual([403, 'FORBIDDEN']);
  await expect(world.internal(CardService).revealCard({ id })).rejects.toThrow('holder of an API token');
});
