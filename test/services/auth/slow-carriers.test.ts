// Slow providers of codes: calls wait two seconds for them, and their final answer counts.
import { describe, expect, test } from 'vitest';
import { eventually } from '../../kit/payments.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { startCarrierWorld } from './carrier-world.ts';

const { client, hook, mailbox, world } = await startCarrierWorld();

const codeIn = (text: string) => /your code is (\w+)\./.exec(text.replaceAll('=\r\n', ''))?.[1] ?? '';
const lastMail = () => mailbox.mails.at(-1)?.raw ?? '';

describe('a call waits two seconds for a slow provider', () => {
  test('then the answer is PROCESSING: no second code is sent, and the key of the first one is returned once it was sent', async () => {
    const { accountId } = world.wallet();
    const { body: credential } = await client.add(accountId, 'SMS_OTP');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    hook.answer({ after: released });
    const before = hook.received.length;

    const first = await client.challenge(credential.id);
    const second = await client.challenge(credential.id);
    release();
    const last = await settled(() => client.challenge(credential.id));

    const sent = hook.received.slice(before);
    const body = await client.answerTo(last.body.otpEncryptionTargetBundle, {
      type: 'SMS_OTP',
      code: codeIn(sent[0]?.body.text),
    });
    expect([first.body.status, second.body.status, sent.length]).toEqual(['PROCESSING', 'PROCESSING', 1]);
    expect((await client.verify(credential.id, body)).status).toBe(202);
  });

  test('a code that the provider finally refuses can be requested again', async () => {
    const { accountId } = world.wallet();
    const { body: credential } = await client.add(accountId, 'SMS_OTP');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    hook.answer({ after: released, status: 500 });

    const first = await client.challenge(credential.id);
    release();
    const last = await settled(() => client.challenge(credential.id));

    expect([first.body.status, last.status, last.body.code]).toEqual(['PROCESSING', 503, 'SERVICE_UNAVAILABLE']);
  });

  test('an added credential exists once it has settled, and its code was sent once', async () => {
    const { accountId } = world.wallet();
    const { body: email } = await client.add(accountId, 'EMAIL_OTP');
    const key = await loggedIn(email.id);
    const { body: issued } = await client.add(accountId, 'SMS_OTP');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    hook.answer({ after: released });
    const before = hook.received.length;

    const first = await client.add(accountId, 'SMS_OTP', signedHeaders(issued, key));
    const second = await client.add(accountId, 'SMS_OTP', signedHeaders(issued, walletKey()));
    release();
    const last = await settled(() => client.add(accountId, 'SMS_OTP', signedHeaders(issued, key)));

    expect([first.body.status, second.body.code, last.status]).toEqual(['PROCESSING', 'WALLET_SIGNATURE_INVALID', 201]);
    expect(JSON.parse(last.body.otpEncryptionTargetBundle)).toMatchObject({ version: 'v1.0.0' });
    expect(hook.received.length - before).toBe(1);
    const types = (await client.list(accountId)).map(({ type }: { type: string }) => type);
    expect(types.sort()).toEqual(['EMAIL_OTP', 'SMS_OTP']);
  });
});

/** Repeats until it has settled. */
function settled(ask: () => Promise<RestAnswer>): Promise<RestAnswer> {
  return eventually(ask, ({ body }) => body.status !== 'PROCESSING');
}

async function loggedIn(credentialId: string) {
  const key = walletKey();
  const { body: challenge } = await client.challenge(credentialId);
  const code = codeIn(lastMail());
  const body = await client.answerTo(challenge.otpEncryptionTargetBundle, { code, key: key.compressed });
  const { body: first } = await client.verify(credentialId, body);
  const { status } = await client.verify(credentialId, body, signedHeaders(first, key));
  expect(status).toBe(200);
  return key;
}
