// Thousands of corrupted retries: none is accepted, each is refused with its code, and the genuine one still succeeds afterwards.
import { expect, test } from 'vitest';
import { testPatienceMs } from '../../kit/patience.ts';
import { stampOf, walletKey } from '../../kit/wallet-client.ts';
import { type Genuine, type Mutation, mutate, type Retry } from './mutations.ts';
import { type Random, randomFrom } from './random.ts';
import { startWalletWorld } from './wallet-world.ts';

/** `SIGNED_RETRY_MUTATIONS=100000` is the long form. */
const mutationsMax = Number(process.env.SIGNED_RETRY_MUTATIONS ?? 2_000);
const seed = Number(process.env.SIGNED_RETRY_SEED ?? 1);
/** One fewer than uses up a request. */
const attemptsMax = 4;
/** Each has its own session and random numbers, so that the order of their answers does not matter. */
const roundsAtOnce = 10;
/** Far more than they need, so that a busy machine does not end them. */
const timeoutMs = 2 * testPatienceMs + 500 * mutationsMax;

const world = await startWalletWorld();

test(
  'no corrupted retry is accepted, and none affects the genuine one',
  async () => {
    const seen = new Map<string, number>();

    for (let round = 0; round * attemptsMax < mutationsMax; round += roundsAtOnce)
      await Promise.all(Array.from({ length: roundsAtOnce }, (_, at) => playRound(randomFrom(randomSeed(round + at)), seen)));

    expect([...seen.keys()].sort()).toEqual([
      'INVALID_INPUT',
      'REQUEST_ID_MISSING',
      'UNAUTHORIZED',
      'WALLET_SIGNATURE_BODY_MISMATCH',
      'WALLET_SIGNATURE_INVALID',
      'WALLET_SIGNATURE_MALFORMED',
      'WALLET_SIGNATURE_MISSING',
    ]);
  },
  timeoutMs,
);

const randomSeed = (round: number) => seed * 1_000_003 + round;

/** All attempts concurrently, then the genuine retry. */
async function playRound(random: Random, seen: Map<string, number>): Promise<void> {
  const session = await world.openSession();
  const path = `/auth/sessions/${session.id}/refresh`;
  const body = { clientPublicKey: walletKey().compressed };
  const { body: challenge } = await world.rest('POST', path, { body });
  const { body: other } = await world.rest('DELETE', `/auth/sessions/${session.id}`);
  const genuine: Genuine = {
    stamp: stampOf(challenge.payloadToSign, session.key),
    requestId: challenge.requestId,
    body,
    payload: challenge.payloadToSign,
    otherRequestId: other.requestId,
  };
  const mutations = Array.from({ length: attemptsMax }, () => mutate(genuine, random));

  const answers = await Promise.all(mutations.map(({ change }) => send(path, { ...genuine, ...change })));
  const accepted = await send(path, genuine);

  mutations.forEach(({ code, change }: Mutation, index) => {
    const answer = answers[index];
    expect([answer?.body?.code, answer?.status], JSON.stringify({ genuine, change })).toEqual([
      code,
      code === 'INVALID_INPUT' ? 400 : 401,
    ]);
    seen.set(code, (seen.get(code) ?? 0) + 1);
  });
  expect(accepted.status, JSON.stringify({ genuine, mutations })).toBe(201);
}

function send(path: string, { stamp, requestId, body }: Retry) {
  const headers = {
    ...(stamp !== undefined && { 'service-wallet-signature': stamp }),
    ...(requestId !== undefined && { 'request-id': requestId }),
  };
  return world.rest('POST', path, { body, headers });
}
