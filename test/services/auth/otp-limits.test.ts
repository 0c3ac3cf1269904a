// Limits of sent codes and failed proofs: then 429, with the seconds to wait.
import { expect, test } from 'vitest';
import { startCredentialWorld, walletClient } from './credential-world.ts';

const world = await startCredentialWorld();
const client = walletClient(world);

test('five codes a minute and twenty an hour are sent', async () => {
  const { accountId } = world.wallet();
  const { body: credential } = await client.add(accountId, 'EMAIL_OTP');
  const ask = () => client.challenge(credential.id);
  const burst = async () => {
    for (let count = 0; count < 5; count += 1) expect((await ask()).status).toBe(200);
  };

  await burst();
  world.wall.advance(1_000);
  const sixth = await ask();
  for (let minute = 0; minute < 3; minute += 1) {
    world.wall.advance(60_000);
    await burst();
  }
  world.wall.advance(60_000);
  const twentyFirst = await ask();

  expect([sixth.status, sixth.body.code, sixth.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '59']);
  expect([twentyFirst.status, twentyFirst.headers['retry-after']]).toEqual([429, String(3600 - 241)]);
});

test('concurrent requests for codes are counted one by one', async () => {
  const { accountId } = world.wallet();
  const { body: credential } = await client.add(accountId, 'EMAIL_OTP');

  const answers = await Promise.all(Array.from({ length: 8 }, () => client.challenge(credential.id)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
});

test('ten failed proofs in five minutes lock the credential, for right codes too', async () => {
  const { accountId } = world.wallet();
  const { id } = (await client.add(accountId, 'EMAIL_OTP')).body;
  await client.challenge(id);
  for (let count = 0; count < 10; count += 1) await client.verify(id, { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' });
  const { body } = await client.challenge(id);
  const right = await client.answerTo(body.otpEncryptionTargetBundle);
  world.wall.advance(1_500);

  const heldBack = await client.verify(id, right);
  world.wall.advance(298_500);
  const { body: later } = await client.challenge(id);
  const free = await client.verify(id, await client.answerTo(later.otpEncryptionTargetBundle));

  expect([heldBack.status, heldBack.body.code, heldBack.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '299']);
  expect(free.status).toBe(202);
});
