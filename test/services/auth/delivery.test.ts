// Codes on their way to people, on a production installation: over a real mail server and a real hook for text messages.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startReceiver } from '../../kit/receiver.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { startCredentialWorld, walletClient } from './credential-world.ts';
import { startMailbox } from './mailbox.ts';

const mailbox = await startMailbox();
const hook = await startReceiver();
const settings = { smtpUrl: mailbox.url, smsHookUrl: hook.url.replace('http://', 'http://carrier:p%40ss@') };
const world = await startCredentialWorld({ mode: 'production', settings });
const client = walletClient(world);
beforeEach(async () => {
  mailbox.isOpen = true;
  hook.answer({});
  await configure({ appName: 'Wallet', otpLength: 6, alphanumeric: false, expirationSeconds: 300 });
});

const configure = async (embeddedWalletConfig: object) => {
  const { status } = await world.rest('PATCH', '/config', { body: { embeddedWalletConfig } });
  expect(status).toBe(200);
};

async function challenged(type: 'EMAIL_OTP' | 'SMS_OTP') {
  const { accountId } = world.wallet();
  const { body: credential } = await client.add(accountId, type);
  const answer = await client.challenge(credential.id);
  return { id: credential.id as string, answer, bundle: answer.body.otpEncryptionTargetBundle as string };
}

const codeIn = (text: string) => /your code is (\w+)\./.exec(text.replaceAll('=\r\n', ''))?.[1] ?? '';
const lastMail = () => mailbox.mails.at(-1)?.raw ?? '';

test('a code comes by e-mail, and it alone is right', async () => {
  const { id, answer, bundle } = await challenged('EMAIL_OTP');
  const code = codeIn(lastMail());

  const magic = await client.verify(id, await client.answerTo(bundle));
  const right = await client.verify(id, await client.answerTo(bundle, { code }));

  expect(answer.status).toBe(200);
  expect(mailbox.mails.at(-1)?.to).toEqual(['zoe@example.test']);
  expect(code).toMatch(/^\d{6}$/);
  expect([magic.status, magic.body.code, magic.body.reason, magic.body.details]).toEqual([
    401,
    'UNAUTHORIZED',
    undefined,
    undefined,
  ]);
  expect(right.status).toBe(202);
});

test('an e-mail is written in the name of the platform, and a code is as long as it says', async () => {
  await configure({
    appName: 'Zoë & Co',
    otpLength: 12,
    alphanumeric: true,
    expirationSeconds: 60,
    sendFromEmailAddress: 'codes@zoe.example',
    sendFromEmailSenderName: 'Codes of Zoe',
    replyToEmailAddress: 'help@zoe.example',
    logoUrl: 'https://zoe.example/logo.png?a=1&b=2',
  });
  const { id, bundle } = await challenged('EMAIL_OTP');

  const mail = lastMail();
  const plain = Buffer.from(/text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(mail)?.[1]?.replaceAll('=\r\n', '') ?? '');
  const code = codeIn(plain.toString());
  const { status } = await client.verify(id, await client.answerTo(bundle, { code }));

  expect(mail).toContain('From: Codes of Zoe <codes@zoe.example>');
  expect(mail).toContain('Reply-To: help@zoe.example');
  expect(mail.replaceAll('=\r\n', '')).toContain('logo.png?a=3D1&#38;b=3D2');
  expect(code).toMatch(/^[0-9A-Z]{12}$/);
  expect(status).toBe(202);
});

test('a code lives as long as the platform says', async () => {
  await configure({ expirationSeconds: 10 });
  const { id, bundle } = await challenged('EMAIL_OTP');
  const code = codeIn(lastMail());

  world.wall.advance(10_000);
  const { status } = await client.verify(id, await client.answerTo(bundle, { code }));

  expect(status).toBe(401);
});

test('a code comes by text message, over the hook', async () => {
  const { id, bundle } = await challenged('SMS_OTP');

  const { headers, body } = hook.received.at(-1) ?? {};
  const { status } = await client.verify(id, await client.answerTo(bundle, { type: 'SMS_OTP', code: codeIn(body.text) }));

  expect(body).toEqual({
    to: '+14155550100',
    text: expect.stringMatching(/^Wallet: your code is \d{6}\. It is good for 5 minutes\./),
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from('carrier:p@ss').toString('base64')}`,
  });
  expect(status).toBe(202);
});

test('a code that cannot be sent is refused, and says nothing of why', async () => {
  mailbox.isOpen = false;
  hook.answer({ status: 500 });

  const answers = [(await challenged('EMAIL_OTP')).answer, (await challenged('SMS_OTP')).answer];

  const refused = {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The code could not be sent. Ask for a new one later.',
  };
  expect(answers.map(({ body }) => body)).toEqual([refused, refused]);
});

describe('a carrier that takes its time is waited for two seconds', () => {
  test('then PROCESSING is answered: no second code goes out, and the key of the first one is told once it has', async () => {
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

  test('a code that it refuses in the end is asked for anew', async () => {
    const { accountId } = world.wallet();
    const { body: credential } = await client.add(accountId, 'SMS_OTP');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    hook.answer({ after: released, status: 500 });

    const first = await client.challenge(credential.id);
    release();
    const last = await settled(() => client.challenge(credential.id));

    expect([first.body.status, last.status, last.body.code]).toEqual(['PROCESSING', 503, 'SERVICE_UNAVAILABLE']);
  });

  test('a credential that is added is there once it has, and its code was sent once', async () => {
    const { accountId } = world.wallet();
    const { body: email } = await client.add(accountId, 'EMAIL_OTP');
    const key = await loggedIn(email.id);
    const { body: asked } = await client.add(accountId, 'SMS_OTP');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    hook.answer({ after: released });
    const before = hook.received.length;

    const first = await client.add(accountId, 'SMS_OTP', signedHeaders(asked, key));
    const second = await client.add(accountId, 'SMS_OTP', signedHeaders(asked, walletKey()));
    release();
    const last = await settled(() => client.add(accountId, 'SMS_OTP', signedHeaders(asked, key)));

    expect([first.body.status, second.body.code, last.status]).toEqual(['PROCESSING', 'WALLET_SIGNATURE_INVALID', 201]);
    expect(JSON.parse(last.body.otpEncryptionTargetBundle)).toMatchObject({ version: 'v1.0.0' });
    expect(hook.received.length - before).toBe(1);
    const types = (await client.list(accountId)).map(({ type }: { type: string }) => type);
    expect(types.sort()).toEqual(['EMAIL_OTP', 'SMS_OTP']);
  });
});

/** Asks again until it has settled. */
async function settled(ask: () => Promise<RestAnswer>): Promise<RestAnswer> {
  return vi.waitFor(
    async () => {
      const answer = await ask();
      expect(answer.body.status).not.toBe('PROCESSING');
      return answer;
    },
    { timeout: 10_000, interval: 100 },
  );
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

test('an installation that has set no way to send codes says so', async () => {
  const bare = await startCredentialWorld({ mode: 'production' });
  const asking = walletClient(bare);
  const { accountId } = bare.wallet();
  const { body: credential } = await asking.add(accountId, 'EMAIL_OTP');

  const { status, body } = await asking.challenge(credential.id);

  expect([status, body.message]).toEqual([503, 'SMTP_URL is not set, so codes cannot be sent.']);
});

test('the stamp of the sandbox is malformed in production', async () => {
  const { id, bundle } = await challenged('EMAIL_OTP');
  const body = await client.answerTo(bundle, { code: codeIn(lastMail()) });
  const { body: first } = await client.verify(id, body);

  const answer = await client.verify(id, body, {
    'service-wallet-signature': 'sandbox-valid-signature',
    'request-id': first.requestId,
  });

  expect([answer.status, answer.body.code, answer.body.reason]).toEqual([401, 'WALLET_SIGNATURE_MALFORMED', undefined]);
});
