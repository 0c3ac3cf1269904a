// Delivery of codes in production: over a real mail server and a real text message hook.
import { expect, test } from 'vitest';
import { startCarrierWorld } from './carrier-world.ts';
import { startCredentialWorld, walletClient } from './credential-world.ts';

const { client, configure, hook, mailbox, world } = await startCarrierWorld();

async function challenged(type: 'EMAIL_OTP' | 'SMS_OTP') {
  const { accountId } = world.wallet();
  const { body: credential } = await client.add(accountId, type);
  const answer = await client.challenge(credential.id);
  return { id: credential.id as string, answer, bundle: answer.body.otpEncryptionTargetBundle as string };
}

const codeIn = (text: string) => /your code is (\w+)\./.exec(text.replaceAll('=\r\n', ''))?.[1] ?? '';
const lastMail = () => mailbox.mails.at(-1)?.raw ?? '';

test('a code arrives by e-mail, and only that one is valid', async () => {
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

test("an e-mail has the platform's name, and a code the configured length", async () => {
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

test('a code has the configured lifetime', async () => {
  await configure({ expirationSeconds: 10 });
  const { id, bundle } = await challenged('EMAIL_OTP');
  const code = codeIn(lastMail());

  world.wall.advance(10_000);
  const { status } = await client.verify(id, await client.answerTo(bundle, { code }));

  expect(status).toBe(401);
});

test('a code arrives by text message, over the hook', async () => {
  const { id, bundle } = await challenged('SMS_OTP');

  const { headers, body } = hook.received.at(-1) ?? {};
  const { status } = await client.verify(id, await client.answerTo(bundle, { type: 'SMS_OTP', code: codeIn(body.text) }));

  expect(body).toEqual({
    to: '+14155550100',
    text: expect.stringMatching(/^Wallet: your code is \d{6}\. It is valid for 5 minutes\./),
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from('carrier:p@ss').toString('base64')}`,
  });
  expect(status).toBe(202);
});

test('an undeliverable code is refused, without the reason', async () => {
  mailbox.isOpen = false;
  hook.answer({ status: 500 });

  const answers = [(await challenged('EMAIL_OTP')).answer, (await challenged('SMS_OTP')).answer];

  const refused = {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The code could not be sent. Request a new one later.',
  };
  expect(answers.map(({ body }) => body)).toEqual([refused, refused]);
});

test('an installation without a provider for codes says so', async () => {
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
