// Customers with contacts to verify, and the e-mail and text message providers.
import { beforeEach, expect } from 'vitest';
import { startReceiver } from '../../kit/receiver.ts';
import type { Rest } from '../../kit/rest.ts';
import { startMailbox } from '../auth/mailbox.ts';
import { individual, startCustomers } from './customers-world.ts';

/** For one test file: at the start of each test both providers accept messages. */
export async function startContacts() {
  const mailbox = await startMailbox();
  const hook = await startReceiver();
  const world = await startCustomers({ settings: { smtpUrl: mailbox.url, smsHookUrl: hook.url } });
  beforeEach(() => {
    mailbox.isOpen = true;
    hook.answer({});
  });
  return { mailbox, hook, world };
}

/** The provider of this region requires both contacts verified. */
export const european = { ...individual, region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' };

export async function newCustomer(rest: Rest, body: object = european) {
  const answer = await rest('POST', '/customers', { body });
  expect(answer.status).toBe(201);
  return answer.body;
}
