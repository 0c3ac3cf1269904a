// Verifies a contact channel of a customer with a code.
import { randomInt } from 'node:crypto';
import type { Customer as CustomerMessage } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import type { Hashed } from '../../kit/storage/secrets.ts';
import type { CustomersContext } from '../context.ts';
import type { NewContact } from '../domain/contact-change.ts';
import {
  type ContactChannel,
  type ContactCode,
  contactCodeLifeSeconds,
  contactToVerify,
  isCodeOpen,
  newContactCode,
  refuseHaste,
  sandboxContactCode,
  withVerified,
  wrongContactCode,
} from '../domain/contact-code.ts';
import type { Customer } from '../domain/customer.ts';
import { customerUuid, personOf } from './find-customer.ts';
import { findLiveCustomer, lockCustomer } from './find-holder.ts';
import { showCustomer } from './show-customer.ts';

/** Sends a code and invalidates the previous one. A code that was not accepted is removed, so that the customer can retry immediately. */
export async function sendContactCode(customerId: string, channel: ContactChannel, context: CustomersContext): Promise<void> {
  const id = customerUuid(customerId);
  if (isSandbox(context)) return void contactToVerify(await findLiveCustomer(id, context), channel);

  const { store, clients, ids, caller } = context;
  const person = { platformId: caller.platformId, customerId: id };
  const issued = { ...person, channel, id: ids.next() };
  const code = newContactCode(randomInt);
  const contact = await store.write(async (rows) => {
    const to = contactToVerify(await lockCustomer(rows, context, id), channel);
    const now = context.clock.now();
    refuseHaste(await rows.contactCodes.find(person, channel), to, now);
    const codeHash = context.secrets.mac(hashedCode(issued.id, code));
    await rows.contactCodes.put({ ...issued, contact: to.kind.value, codeHash, wrongCount: 0, sentAt: now });
    return to;
  });
  reached('contact code issued');
  try {
    await clients.codes.deliverCode({ contact, code, expiresInSeconds: contactCodeLifeSeconds });
  } catch (error) {
    await store.write((rows) => rows.contactCodes.remove(issued));
    throw error;
  }
}

/** Throws INVALID_INPUT for a wrong code, after counting it. */
export async function confirmContactCode(
  attempt: { readonly customerId: string; readonly code: string },
  channel: ContactChannel,
  context: CustomersContext,
): Promise<CustomerMessage> {
  const id = customerUuid(attempt.customerId);
  const verified = await context.store.write(async (rows): Promise<Customer | undefined> => {
    const customer = await lockCustomer(rows, context, id);
    const contact = contactToVerify(customer, channel);
    const sent = await rows.contactCodes.find(personOf(customer), channel);
    if (!isRight(attempt.code, { sent, contact }, context)) {
      if (sent) await rows.contactCodes.countWrong(sent);
      return undefined;
    }
    const after = withVerified(customer, channel, context.clock.now());
    await rows.customers.update({ before: customer, after });
    if (sent) await rows.contactCodes.remove(sent);
    return after;
  });
  if (!verified) throw wrongContactCode();
  return showCustomer(verified, context);
}

interface Sent {
  readonly sent: ContactCode | undefined;
  readonly contact: NewContact;
}

function isRight(code: string, { sent, contact }: Sent, context: CustomersContext): boolean {
  if (isSandbox(context)) return code === sandboxContactCode;
  if (!isCodeOpen(sent, contact, context.clock.now())) return false;
  return context.secrets.isMac(sent.codeHash, hashedCode(sent.id, code));
}

function hashedCode(codeId: string, code: string): Hashed {
  return { text: `${codeId} ${code}`, purpose: 'customers.contact-code' };
}

/** A production installation accepts the sandbox code on no platform. */
const isSandbox = ({ caller, mode }: CustomersContext) => caller.environment === 'sandbox' && mode === 'sandbox';
