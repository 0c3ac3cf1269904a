// Each signed operation refuses wrong retries by the same checks, with the same errors, and then accepts the right one.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startWorld } from '../../kit/platform.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { stampOf, walletKey } from '../../kit/wallet-client.ts';
import { type Holder, newHolder } from '../../kit/wallet-holder.ts';
import { type ChallengedCall, challenged } from './signed-call.ts';
import { signedOperations } from './signed-operations.ts';

const world = await startWorld();
const stranger = await newHolder(world);

const outcomeOf = ({ status, body }: RestAnswer) => [status, body?.code, body?.reason];
const badStamp = 'Invalid Service-Wallet-Signature';
const expected = {
  'no signature': [401, 'WALLET_SIGNATURE_MISSING', undefined],
  'no request id': [401, 'REQUEST_ID_MISSING', undefined],
  'an unknown request id': [401, 'UNAUTHORIZED', 'Unknown Request-Id'],
  'the request id of another operation': [401, 'UNAUTHORIZED', 'Unknown Request-Id'],
  'another body': [401, 'WALLET_SIGNATURE_BODY_MISMATCH', undefined],
  'a stamp that is none': [401, 'WALLET_SIGNATURE_MALFORMED', badStamp],
  'a key that nobody knows': [401, 'WALLET_SIGNATURE_INVALID', badStamp],
  "another wallet's session": [401, 'WALLET_SIGNATURE_INVALID', badStamp],
};

interface Case {
  readonly holder: Holder;
  readonly call: { readonly otherBody?: object; readonly path: string };
  readonly ask: ChallengedCall;
  readonly isSignedAlone: boolean;
}

/** Four of them count as failures: one more would use up the request. */
async function wrongRetries({
  holder,
  call,
  ask,
  isSignedAlone,
}: Case): Promise<Partial<Record<keyof typeof expected, RestAnswer>>> {
  const { challenge, send } = ask;
  const id = { 'request-id': challenge.requestId };
  const stamp = (text: string) => ({ 'service-wallet-signature': text });
  const right = stamp(stampOf(challenge.payloadToSign, holder.key));
  const other = await otherRequest(holder, call.path);
  return {
    'no signature': await send(id),
    ...(!isSignedAlone && { 'no request id': await send(right) }),
    'an unknown request id': await send({ ...right, 'request-id': `Request:${randomUUID()}` }),
    'the request id of another operation': await send({ ...right, 'request-id': other }),
    ...(call.otherBody && { 'another body': await send({ ...right, ...id }, call.otherBody) }),
    'a stamp that is none': await send({ ...stamp('stamp'), ...id }),
    'a key that nobody knows': await send({ ...stamp(stampOf(challenge.payloadToSign, walletKey())), ...id }),
    "another wallet's session": await send({ ...stamp(stampOf(challenge.payloadToSign, stranger.key)), ...id }),
  };
}

async function otherRequest({ accountId }: Holder, path: string): Promise<string> {
  const own = `/internal-accounts/${accountId}`;
  const { body } = path.endsWith('/export')
    ? await world.rest('PATCH', own, { body: { privateEnabled: true } })
    : await world.rest('POST', `${own}/export`, { body: { clientPublicKey: walletKey().uncompressed } });
  return body.requestId;
}

describe.each(signedOperations)('$name', (operation) => {
  const { status, isSignedAlone = false, seen, after } = operation;
  const again = operation.again ?? [401, 'UNAUTHORIZED'];
  const late = operation.late ?? [401, 'UNAUTHORIZED'];
  const ended = operation.ended ?? [401, 'WALLET_SIGNATURE_INVALID'];

  async function begun({ afterMs = 1_000 } = {}) {
    const holder = await newHolder(world, { phoneNumber: '+14155550100' });
    world.wall.advance(afterMs);
    const call = await operation.call(world, holder);
    return { holder, call, ask: await challenged(world, holder, call), isSignedAlone };
  }

  test('accepts a right retry after every wrong one, once', async () => {
    const of = await begun();

    const wrong = await wrongRetries(of);
    const right = await of.ask.send();
    const next = await of.ask.send();

    for (const [name, answer] of Object.entries(wrong)) {
      expect(outcomeOf(answer), name).toEqual(expected[name as keyof typeof expected]);
    }
    expect(Object.keys(wrong).length).toBeGreaterThan(5);
    expect([right.status, right.body?.code]).toEqual([status, undefined]);
    expect([next.status, next.body?.code]).toEqual([again[0], again[1]]);
    expect(await seen(world, of.holder)).toEqual(after);
  });

  test('accepts no retry after the end of the request', async () => {
    const { ask } = await begun();

    world.wall.advance(Date.parse(ask.challenge.expiresAt) - world.wall.now().getTime());
    const answer = await ask.send();

    expect(outcomeOf(answer)).toEqual([...late, late[0] === 401 ? 'Expired Request-Id' : undefined]);
  });

  test('accepts no stamp of an ended session', async () => {
    const { ask } = await begun({ afterMs: 700_000 });

    world.wall.advance(200_000);
    const { status, body } = await ask.send();

    expect([status, body?.code]).toEqual([ended[0], ended[1]]);
  });
});
