// Makes the phone number of a completed reset that of the customer, also after a crash.
import type { Job } from '../../kit/background/jobs.ts';
import type { AuthContext } from '../context.ts';
import { adoptPhone } from '../steps/sca/adopt-phone.ts';

export async function handleAdoptPhone({ payload }: Job, context: AuthContext): Promise<void> {
  await adoptPhone({ platformId: context.caller.platformId, customerId: String(payload.customerId) }, context);
}
