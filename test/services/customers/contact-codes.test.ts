// Contact verification outside the sandbox: the delivery of codes, their lifetime, and the limit of attempts.
import { describe, expect, test } from 'vitest';
import { dieAt } from '../../kit/death.ts';
import { newCustomer, startContacts } from './contact-world.ts';
import { startCustomers } from './customers-world.ts';

const { mailbox, hook, world } = await startContacts();
const production = await world.newPlatform({ environment: 'production' });
await production.rest('PATCH', '/config', { body: { embeddedWalletConfig: { appName: 'Acme Pay' } } });

test('a production installation refuses the magic code, also for platforms of the sandbox', async () => {
  const { newPlatform } = await startCustomers({ mode: 'production', settings: { smtpUrl: mailbox.url } });
  const { rest } = await newPlatform({ environment: 'sandbox' });
  const { id } = await newCustomer(rest);

  const { status, body } = await rest('POST', `/customers/${id}/verify-email/confirm`, { body: { code: '123456' } });

  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
});

describe('outside the sandbox', () => {
  const send = (id: string, path = 'verify-email') => production.rest('POST', `/customers/${id}/${path}`);
  const confirm = async (id: string, code: string, path = 'verify-email') => {
    return (await production.rest('POST', `/customers/${id}/${path}/confirm`, { body: { code } })).status;
  };
  const codeIn = (text: string) => /your code is (\w+)\./.exec(text.replaceAll('=\r\n', ''))?.[1] ?? '';
  const mailedCode = () => codeIn(mailbox.mails.at(-1)?.raw ?? '');
  const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111');

  test('only the code of the e-mail is valid, once', async () => {
    const { id } = await newCustomer(production.rest);

    const sending = await send(id);
    const code = mailedCode();

    expect([sending.status, code]).toEqual([204, expect.stringMatching(/^\d{6}$/)]);
    expect(mailbox.mails.at(-1)?.to).toEqual(['ada@example.com']);
    expect(mailbox.mails.at(-1)?.raw).toContain('Acme Pay: your code');
    expect(await confirm(id, wrongOf(code))).toBe(400);
    expect(await confirm(id, code)).toBe(200);
    expect(await confirm(id, code)).toBe(409);
  });

  test('the code of the text message is valid', async () => {
    const { id } = await newCustomer(production.rest);

    await send(id, 'verify-phone');
    const { to, text } = hook.received.at(-1)?.body ?? {};

    expect(to).toBe('+4915112345678');
    expect(await confirm(id, codeIn(text), 'verify-email')).toBe(400);
    expect(await confirm(id, codeIn(text), 'verify-phone')).toBe(200);
  });

  test('without a sent code none is valid, not even the magic one', async () => {
    const { id } = await newCustomer(production.rest);

    expect(await confirm(id, '123456')).toBe(400);
  });

  test('the next code is available after a minute, and replaces the previous one', async () => {
    const { id } = await newCustomer(production.rest);
    await send(id);
    const first = mailedCode();
    world.wall.advance(59_000);

    const tooSoon = await send(id);
    world.wall.advance(1_000);
    const later = await send(id);

    expect(tooSoon).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' }, headers: { 'retry-after': '1' } });
    expect(later.status).toBe(204);
    expect(await confirm(id, first)).toBe(first === mailedCode() ? 200 : 400);
    expect(await confirm(id, mailedCode())).toBe(first === mailedCode() ? 409 : 200);
  });

  test.each([
    [599_999, 200],
    [600_000, 400],
  ])('a code that is %i ms old answers %i', async (ageMs, status) => {
    const { id } = await newCustomer(production.rest);
    await send(id);

    world.wall.advance(ageMs);

    expect(await confirm(id, mailedCode())).toBe(status);
  });

  test('five wrong codes invalidate the right one', async () => {
    const { id: careful } = await newCustomer(production.rest);
    await send(careful);
    const carefulCode = mailedCode();
    const { id: careless } = await newCustomer(production.rest);
    await send(careless);
    const carelessCode = mailedCode();

    for (let attempt = 0; attempt < 4; attempt++) await confirm(careful, wrongOf(carefulCode));
    for (let attempt = 0; attempt < 5; attempt++) await confirm(careless, wrongOf(carelessCode));

    expect(await confirm(careful, carefulCode)).toBe(200);
    expect(await confirm(careless, carelessCode)).toBe(400);
  });

  test('a code is valid for its address, and a changed address needs no waiting', async () => {
    const { id } = await newCustomer(production.rest);
    await send(id);
    const old = mailedCode();
    await production.rest('PATCH', `/customers/${id}`, { body: { customerType: 'INDIVIDUAL', email: 'ada@new.example' } });

    const withOld = await confirm(id, old);
    const again = await send(id);

    expect([withOld, again.status, mailbox.mails.at(-1)?.to]).toEqual([400, 204, ['ada@new.example']]);
    expect(await confirm(id, mailedCode())).toBe(200);
  });

  test('a verified address needs verification again after a change', async () => {
    const { id } = await newCustomer(production.rest);
    await send(id);
    await confirm(id, mailedCode());

    const { body } = await production.rest('PATCH', `/customers/${id}`, {
      body: { customerType: 'INDIVIDUAL', email: 'ada@newest.example' },
    });

    expect(body.contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' });
    expect((await send(id)).status).toBe(204);
  });

  test('a code is invalid if the process died before sending it, and the next one is available after a minute', async () => {
    const { id } = await newCustomer(production.rest);
    const before = mailbox.mails.length;
    dieAt('contact code issued');

    const died = await send(id);
    const tooSoon = await send(id);
    world.wall.advance(60_000);
    const sent = await send(id);

    expect([died.status, tooSoon.status, sent.status, mailbox.mails.length - before]).toEqual([500, 429, 204, 1]);
    expect(await confirm(id, mailedCode())).toBe(200);
  });

  test('an undeliverable code delays nobody', async () => {
    const { id } = await newCustomer(production.rest);
    mailbox.isOpen = false;

    const failed = await send(id);
    mailbox.isOpen = true;
    const sent = await send(id);

    expect(failed).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(sent.status).toBe(204);
  });
});
