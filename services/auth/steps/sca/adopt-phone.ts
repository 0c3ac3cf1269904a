// Makes the phone number of a completed reset that of the customer.
import type { NewJob } from '../../../kit/background/jobs.ts';
import { publicId } from '../../../kit/core/ids.ts';
import type { AuthContext } from '../../context.ts';
import type { ScaReset } from '../../domain/sca/reset.ts';
import type { CustomerKey } from '../../store/sca-customers.ts';

export const adoptPhoneKind = 'adopt-phone';

export function adoptPhoneJob({ caller, clock, requestId }: AuthContext, { id: key, customerId }: ScaReset): NewJob {
  return { kind: adoptPhoneKind, key, caller, payload: { customerId }, runAt: clock.now(), requestId };
}

/** Until then the customer proves with the number kept here, afterwards with the customer's own, unless it has changed since. */
export async function adoptPhone(customer: CustomerKey, { clients, store }: AuthContext): Promise<void> {
  const phone = await store.scaCustomers.phoneOf(customer);
  if (!phone) return;
  const { number: phoneNumber, insteadOf } = phone;
  await clients.customerDirectory.adoptPhoneNumber({
    customerId: publicId('Customer', customer.customerId),
    phoneNumber,
    insteadOf,
  });
  await store.write(async (rows) => {
    await rows.scaCustomers.lock(customer);
    const current = await rows.scaCustomers.phoneOf(customer);
    if (current?.number === phoneNumber) await rows.scaCustomers.removePhone(customer);
  });
}
