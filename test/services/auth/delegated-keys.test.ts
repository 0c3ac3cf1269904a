// Delegated keys: requested in three legs, one active key per funding source.
import { describe, expect, test } from 'vitest';
import { outcome } from '../../kit/rest.ts';
import { signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { type Funded, newId, path, sharedCardWorld } from './delegated-key-world.ts';

const world = await sharedCardWorld();
const { funded, ask, sign, made } = world;

const challenged = {
  payloadToSign: expect.any(String),
  requestId: expect.stringMatching(/^Request:[0-9a-f-]{36}$/),
  expiresAt: expect.stringMatching(/:\d\d\.000Z$/),
};

describe('a key is created in three legs', () => {
  test('requested, signed for as a signer, signed for with its permissions', async () => {
    const of = await funded();
    const { accountId, fundingSourceId } = of;
    const { cardId } = of.body;

    const first = await ask(of.body);
    const second = await sign(of, first);
    const { body: pending } = await world.rest('GET', `${path}?accountId=${accountId}`);
    const third = await sign(of, second);

    const uuid = accountId.slice('InternalAccount:'.length);
    expect([first.status, first.body, second.status, second.body]).toEqual([202, challenged, 202, challenged]);
    expect(JSON.parse(first.body.payloadToSign)).toEqual({
      organizationId: uuid,
      parameters: { cardId, fundingSourceId, userName: 'Groceries' },
      timestampMs: String(world.wall.now().getTime()),
      type: 'ACTIVITY_TYPE_CREATE_USERS',
    });
    expect(JSON.parse(second.body.payloadToSign)).toEqual({
      organizationId: uuid,
      parameters: {
        policies: [{ cardId, effect: 'EFFECT_ALLOW', fundingSourceId, purpose: 'CARD_PAYMENT' }],
        publicKey: pending.data[0].publicKey,
      },
      timestampMs: String(world.wall.now().getTime()),
      type: 'ACTIVITY_TYPE_CREATE_POLICIES',
    });
    expect(first.body.requestId).not.toBe(second.body.requestId);
    const now = world.wall.now().toISOString();
    const key = {
      id: `DelegatedKey:${first.body.requestId.slice('Request:'.length)}`,
      cardId,
      fundingSourceId,
      accountId,
      publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
      nickname: 'Groceries',
      createdAt: now,
      updatedAt: now,
    };
    expect(pending.data).toEqual([{ ...key, status: 'PENDING' }]);
    expect([third.status, third.body]).toEqual([201, { ...key, status: 'ACTIVE' }]);
  });

  test('each leg has a request of its own, and each is usable once', async () => {
    const of = await funded();
    const first = await ask(of.body);
    const second = await sign(of, first);

    const firstAgain = await sign(of, first);
    await sign(of, second);
    const secondAgain = await sign(of, second);

    expect([outcome(firstAgain), outcome(secondAgain)]).toEqual([
      [401, 'UNAUTHORIZED'],
      [401, 'UNAUTHORIZED'],
    ]);
  });

  test.each([
    ['first', async (of: Funded) => ask(of.body)],
    ['second', async (of: Funded) => sign(of, await ask(of.body))],
  ])('the %s signature is checked like any other', async (_, leg) => {
    const of = await funded();
    const challenge = await leg(of);
    const { requestId } = challenge.body;
    const headers = signedHeaders(challenge.body, of.key);

    const answers = [
      await ask(of.body, { 'request-id': requestId }),
      await ask(of.body, { 'service-wallet-signature': headers['service-wallet-signature'] ?? '' }),
      await ask(of.body, { ...headers, 'request-id': newId('Request') }),
      await ask({ ...of.body, nickname: 'Other' }, headers),
      await ask(of.body, { ...headers, 'service-wallet-signature': 'stamp' }),
      await sign(of, challenge, walletKey()),
      await sign(of, challenge, (await funded()).key),
    ];

    expect(answers.map(outcome)).toEqual([
      [401, 'WALLET_SIGNATURE_MISSING'],
      [401, 'REQUEST_ID_MISSING'],
      [401, 'UNAUTHORIZED'],
      [401, 'WALLET_SIGNATURE_BODY_MISMATCH'],
      [401, 'WALLET_SIGNATURE_MALFORMED'],
      [401, 'WALLET_SIGNATURE_INVALID'],
      [401, 'WALLET_SIGNATURE_INVALID'],
    ]);
    expect((await sign(of, challenge)).status).toBeLessThan(300);
  });

  test('a leg that is not signed in time has expired; its key stays pending, and blocks nothing', async () => {
    const of = await funded();
    const second = await sign(of, await ask(of.body));

    world.wall.advance(300_000);
    const late = await sign(of, second);
    const { status } = await made(of);

    const { body } = await world.rest('GET', `${path}?fundingSourceId=${of.fundingSourceId}`);
    expect(outcome(late)).toEqual([401, 'UNAUTHORIZED']);
    expect(status).toBe(201);
    expect(body.data.map((key: { status: string }) => key.status).sort()).toEqual(['ACTIVE', 'PENDING']);
  });

  test('of several concurrent ones one becomes active', async () => {
    const of = await funded();
    const seconds = await Promise.all([ask(of.body), ask(of.body), ask(of.body)].map(async (first) => sign(of, await first)));

    const thirds = await Promise.all(seconds.map((second) => sign(of, second)));

    expect(thirds.map(outcome).sort()).toEqual([
      [201, undefined],
      [409, 'CONFLICT'],
      [409, 'CONFLICT'],
    ]);
  });
});
