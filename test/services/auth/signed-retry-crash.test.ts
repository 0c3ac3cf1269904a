// Signed operations whose process dies: between the two legs, once the retry was taken, and between the effect and its answer.
import { describe, expect, test } from 'vitest';
import { dieAt } from '../../kit/death.ts';
import { startWorld } from '../../kit/platform.ts';
import { sealOtp, signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { newHolder } from '../../kit/wallet-holder.ts';
import { adding, delegating, signed, signedOperations } from './signed-operations.ts';

const world = await startWorld();

describe.each(signedOperations)('$name', ({ call, status, seen, after, isNoChangeAfterwards = false }) => {
  test.each(['signed request taken', 'signed effect had'])(
    'by a process that dies at "%s" is answered to the same retry ten seconds later, and happens once',
    async (place) => {
      const holder = await newHolder(world, { phoneNumber: '+14155550100' });
      world.wall.advance(1_000);
      const send = await signed(world, holder, await call(world, holder));
      const isNoChange = isNoChangeAfterwards && place === 'signed effect had';
      dieAt(place);

      const died = await send();
      const early = await send();
      world.wall.advance(10_000);
      const answer = await send();
      const again = await send();

      expect([died.status, died.body.code]).toEqual([500, 'INTERNAL_ERROR']);
      expect([early.status, early.body?.reason]).toEqual(isNoChange ? [200, undefined] : [401, 'Request-Id already used']);
      expect([answer.status, answer.body?.code]).toEqual([status, undefined]);
      expect(again.status).toBeOneOf([200, 401, 404]);
      expect(await seen(world, holder)).toEqual(after);
    },
  );
});

test('a code is sent once though the process that adds its credential dies before it is answered', async () => {
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

test('the second signature of a delegated key is answered after its process died', async () => {
  const holder = await newHolder(world);
  const call = await delegating(world, holder);
  const second = await (await signed(world, holder, call))();
  const headers = signedHeaders(second.body, holder.key);
  const send = () => world.rest(call.method, call.path, { body: call.body, headers });
  dieAt('signed effect had');

  const died = await send();
  world.wall.advance(10_000);
  const answer = await send();

  expect([died.status, answer.status, answer.body.status]).toEqual([500, 201, 'ACTIVE']);
});
