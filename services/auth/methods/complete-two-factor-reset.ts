// CompleteTwoFactorReset: removes the lost factor and ends the session. A new phone number takes the place of the lost one.
import {
  type CompleteTwoFactorResetRequest,
  type MobileNumber,
  MobileNumberSchema,
  type TwoFactorResetService,
} from '../../../gen/payments/auth/v1/sca_reset_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { invalidInput, violationsOf } from '../../kit/messages/validate.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { phoneIn } from '../convert-sca-reset.ts';
import { notPassed, type ScaReset, stateAt } from '../domain/sca/reset.ts';
import { adoptPhoneJob } from '../steps/sca/adopt-phone.ts';
import { findReset } from '../steps/sca/reset.ts';
import type { ScaPhone } from '../store/sca-customers.ts';
import type { AuthRows } from '../store/store.ts';

type CompleteTwoFactorReset = AuthMethod<typeof TwoFactorResetService.method.completeTwoFactorReset>;

export const completeTwoFactorReset: CompleteTwoFactorReset = async (request, context) => {
  const { applicant, reset } = await findReset(request, context);
  const mobile = reset.factor === 'SMS_OTP' ? mobileOf(request) : undefined;
  if (reset.state !== 'LIVENESS_PASSED') throw notPassed(reset.state);

  const phone = mobile && { number: phoneIn(mobile), insteadOf: applicant.customerPhone ?? '' };
  const isAdopted = await context.store.write((rows) => complete(rows, { reset, phone }, context));
  reached('factor reset');
  if (isAdopted) await context.runNow(adoptPhoneJob(context, reset));
  return {};
};

/** Throws INVALID_INPUT if it is missing or invalid. */
function mobileOf({ completion }: CompleteTwoFactorResetRequest): MobileNumber {
  const { mobile } = completion ?? {};
  if (!mobile) throw invalidInput([{ field: 'mobile', message: 'is required for SMS_OTP' }]);
  const errors = violationsOf(MobileNumberSchema, mobile);
  if (errors.length > 0) throw invalidInput(errors.map((error) => ({ ...error, field: `mobile.${error.field}` })));
  return mobile;
}

interface Completion {
  readonly reset: ScaReset;
  readonly phone: ScaPhone | undefined;
}

/** Whether the new phone number also becomes that of the customer. That of a wallet credential changes only by a signed retry. */
async function complete(rows: AuthRows, { reset, phone }: Completion, context: AuthContext): Promise<boolean> {
  const { scaCustomers, scaChallenges, scaPasskeys, scaResets, scaTotps } = rows;
  await scaCustomers.lock(reset);
  const now = context.clock.now();
  const current = (await scaResets.find(reset, reset.id)) ?? reset;
  const state = stateAt(current, 'PENDING', now);
  if (state !== 'LIVENESS_PASSED') throw notPassed(state);
  await scaResets.complete(reset, now);
  await scaCustomers.endSession(reset);
  if (reset.factor === 'TOTP') await scaTotps.remove(reset);
  if (reset.factor === 'PASSKEY') await scaPasskeys.remove(reset);
  if (!phone) return false;
  await scaChallenges.endSent(reset); // their codes went to the lost phone
  await scaCustomers.putPhone(reset, phone);
  const tied = await rows.credentials.tied({ ...reset, type: 'SMS_OTP' });
  if (tied.length > 0) return false;
  await rows.jobs.add(adoptPhoneJob(context, reset));
  return true;
}
