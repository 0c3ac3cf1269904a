// Signed operations whose process dies: between the two legs, after accepting the retry, and between the effect and its answer.
import { describe, expect, test } from 'vitest';
import { dieAt } from '../../kit/death.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { sealOtp, walletKey } from '../../kit/wallet-client.ts';
import { newHolder } from '../../kit/wallet-holder.ts';
import { signed } from './signed-call.ts';
import { adding, type SignedOperation, signedOperations } from './signed-operations.ts';

const world = await sharedWorld();

const used = [401, 'UNAUTHORIZED', 'Request-Id already used'];

describe.each(signedOperations)('$name', (operation) => {
  test.each(['signed request taken', 'signed effect had'])(
    'by a process that dies at "%s" is answered for the same retry ten seconds later, and takes effect once',
    async (place) => {
      const { call, seen, after } = operation;
      const holder = await newHolder(world, { phoneNumber: '+14155550100' });
      world.wall.advance(1_000);
      const send = await signed(world, holder, await call(world, holder));
      const expected = answersAfter(place, operation);
      dieAt(place);

      const died = await send();
      const early = await send();
      world.wall.advance(10_000);
      const answer = await send();
      const again = await send();

      expect([died.status, died.body.code]).toEqual([500, 'INTERNAL_ERROR']);
      expect([early.status, early.body?.code, early.body?.reason]).toEqual(expected.early);
      expect([answer.status, answer.body?.code]).toEqual(expected.answer);
      expect([again.status, again.body?.code]).toEqual(expected.again);
      expect(await seen(world, holder)).toEqual(after);
    },
  );
});

/** After the effect, a check that precedes the signature may report it. */
function answersAfter(place: string, { status, again = [401, 'UNAUTHORIZED'], isAgainFirst = false }: SignedOperation) {
  const once = [again[0], again[1]];
  const isFirstAnswered = isAgainFirst && place === 'signed effect had';
  return {
    early: isFirstAnswered ? [...once, undefined] : used,
    answer: isFirstAnswered ? once : [status, undefined],
    again: once,
  };
}

test('a code is sent once even if the process that adds its credential dies before the answer', async () => {
  const holder = await newHolder(world, { phoneNumber: '+14155550100' });
  const send = await signed(world, holder, adding(holder));
  dieAt('code issued');

  const died = await send();
  world.wall.advance(10_000);
  const answer = await send();

  const key = walletKey();
  const bundle = await sealOtp(answer.body.otpEncryptionTargetBundle, { code: '000000', publicKey: key.compressed });
  const path = `/auth/credentials/${answer.body.id}/verify`;
  const proven = await world.rest('POST', path, { body: { type: 'SMS_OTP', encryptedOtpBundle: bundle } });
  expect([died.status, answer.status, proven.status]).toEqual([500, 201, 202]);
});
