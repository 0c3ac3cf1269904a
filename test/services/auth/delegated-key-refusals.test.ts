// Refused delegated keys, and the value that older sandbox clients send.
import { describe, expect, test } from 'vitest';
import { outcome } from '../../kit/rest.ts';
import { newId, path, sharedCardWorld } from './delegated-key-world.ts';

const world = await sharedCardWorld();
const { keys, funded, ask, sign, made } = world;

describe('it is refused', () => {
  test('if the wallet does not fund the card', async () => {
    const [of, other] = [await funded(), await funded()];
    const refused = [
      { ...of.body, cardId: newId('Card') },
      { ...of.body, cardId: other.body.cardId },
      { ...of.body, internalAccountId: newId('InternalAccount') },
    ];

    for (const body of refused) expect(outcome(await ask(body))).toEqual([404, 'REFERENCE_NOT_FOUND']);
  });

  test('to another platform', async () => {
    const of = await funded();
    const stranger = await world.newPlatform();

    expect(outcome(await stranger.rest('POST', path, { body: of.body }))).toEqual([404, 'REFERENCE_NOT_FOUND']);
  });

  test('for an account that is no wallet', async () => {
    const of = await funded();
    const internalAccountId = world.plainAccount();
    await keys().bindFundingSource({
      fundingSourceId: newId('CardFundingSource'),
      cardId: of.body.cardId,
      accountId: internalAccountId,
    });

    expect(outcome(await ask({ ...of.body, internalAccountId }))).toEqual([400, 'INVALID_INPUT']);
  });

  test.each([
    ['cardId', { cardId: 'x' }],
    ['cardId', { cardId: undefined }],
    ['internalAccountId', { internalAccountId: 'x' }],
    ['internalAccountId', { internalAccountId: undefined }],
    ['nickname', { nickname: '' }],
    ['nickname', { nickname: 'x'.repeat(257) }],
    ['nickname', { nickname: undefined }],
  ])('for a wrong %s: %j', async (field, change) => {
    const of = await funded();

    const { status, body } = await ask({ ...of.body, ...change });

    expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', field]);
  });

  test('while the funding source has an active key, immediately and again after signing', async () => {
    const of = await funded();
    const second = await sign(of, await ask(of.body));
    const { body: active } = await made(of);

    const unsigned = await ask(of.body);
    const signed = await sign(of, second);
    await world.rest('DELETE', `${path}/${active.id}`);
    const later = await sign(of, second);

    expect([outcome(unsigned), outcome(signed)]).toEqual([
      [409, 'CONFLICT'],
      [409, 'CONFLICT'],
    ]);
    expect(later.status).toBe(201);
  });
});

test('the value of older sandbox clients replaces the stamp of a leg', async () => {
  const of = await funded();
  const first = await ask(of.body);

  const legacy = await ask(of.body, {
    'service-wallet-signature': 'sandbox-valid-signature',
    'request-id': first.body.requestId,
  });

  expect(legacy.status).toBe(202);
  expect(legacy.body.requestId).not.toBe(first.body.requestId);
});
