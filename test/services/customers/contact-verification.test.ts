// Contact verification in the sandbox, where the provider of the customer's region requires it.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { european, newCustomer, startContacts } from './contact-world.ts';

const { mailbox, hook, world } = await startContacts();

const channels = [
  { channel: 'email', path: 'verify-email' },
  { channel: 'phone', path: 'verify-phone' },
] as const;

describe('in the sandbox', () => {
  test.each(channels)('the magic code verifies $channel, with or without a sent code', async ({ channel, path }) => {
    const sent = await newCustomer(world.rest);
    const unsent = await newCustomer(world.rest);
    world.wall.advance(1_000);

    const sending = await world.rest('POST', `/customers/${sent.id}/${path}`);
    const again = await world.rest('POST', `/customers/${sent.id}/${path}`);
    const confirmed = await world.rest('POST', `/customers/${sent.id}/${path}/confirm`, { body: { code: '123456' } });
    const straight = await world.rest('POST', `/customers/${unsent.id}/${path}/confirm`, { body: { code: '123456' } });

    expect([sending.status, sending.body, again.status]).toEqual([204, undefined, 204]);
    const expected = {
      ...sent,
      updatedAt: world.wall.now().toISOString(),
      contactVerification: { email: 'PENDING', phone: 'PENDING', [channel]: 'VERIFIED' },
    };
    expect(confirmed).toMatchObject({ status: 200, body: expected });
    expect(await world.rest('GET', `/customers/${sent.id}`)).toMatchObject({ status: 200, body: expected });
    expect(straight).toMatchObject({ status: 200, body: { contactVerification: { [channel]: 'VERIFIED' } } });
    expect(mailbox.mails).toEqual([]);
    expect(hook.received).toEqual([]);
  });

  test.each(['000000', '12345', '', 123456])('the code %j is wrong', async (code) => {
    const { id } = await newCustomer(world.rest);

    const answer = await world.rest('POST', `/customers/${id}/verify-email/confirm`, { body: { code } });

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { errors: [{ field: 'code' }] } },
    });
  });

  test('a link to the hosted page and a submission require both channels', async () => {
    const { id } = await newCustomer(world.rest, { ...european, fullName: 'Ada Lovelace 003' });
    const confirm = (path: string) => world.rest('POST', `/customers/${id}/${path}/confirm`, { body: { code: '123456' } });
    const link = async () => (await world.rest('POST', `/customers/${id}/kyc-link`, { body: {} })).status;
    const submit = async () => {
      const { status, body } = await world.rest('POST', '/verifications', { body: { customerId: id } });
      return { status, fields: body.details?.errors?.map(({ field }: { field: string }) => field) };
    };

    const before = [await link(), await submit()];
    await confirm('verify-email');
    const between = [await link(), await submit()];
    await confirm('verify-phone');
    const after = [await link(), await submit()];

    expect(before).toEqual([409, { status: 400, fields: ['contactVerification.email', 'contactVerification.phone'] }]);
    expect(between).toEqual([409, { status: 400, fields: ['contactVerification.phone'] }]);
    expect(after).toEqual([201, { status: 200, fields: undefined }]);
  });
});

describe.each(['verify-email', 'verify-email/confirm', 'verify-phone', 'verify-phone/confirm'])('POST %s', (path) => {
  const body = path.endsWith('confirm') ? { code: '123456' } : undefined;
  const ask = (id: string) => world.rest('POST', `/customers/${id}/${path}`, body && { body });

  test('finds no unknown or deleted customer', async () => {
    const { id } = await newCustomer(world.rest);
    await world.rest('DELETE', `/customers/${id}`);

    for (const gone of [id, `Customer:${randomUUID()}`, 'Customer:nobody']) {
      expect(await ask(gone), gone).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    }
  });

  test('conflicts with a provider that requires nothing', async () => {
    const { id } = await newCustomer(world.rest, { ...european, region: 'US' });

    expect(await ask(id)).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { reason: 'NOT_REQUIRED' } } });
  });

  test('conflicts with a verified channel', async () => {
    const { id } = await newCustomer(world.rest);
    await world.rest('POST', `/customers/${id}/${path.replace('/confirm', '')}/confirm`, { body: { code: '123456' } });

    expect(await ask(id)).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { reason: 'ALREADY_VERIFIED' } } });
  });
});
