// ConfirmScaFactorEnrollment: enrolls a factor whose enrollment was started.
import { randomBytes } from 'node:crypto';
import type { TotpEnrollmentConfirmRequest } from '../../../gen/payments/auth/v1/sca_enrollment_pb.ts';
import type { ScaService } from '../../../gen/payments/auth/v1/sca_pb.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { toPasskeyView } from '../convert-sca.ts';
import { isSameCode } from '../domain/same-code.ts';
import { recoveryBytes, recoveryCodesFrom, recoveryHash } from '../domain/sca/totp.ts';
import { applicantInScope } from '../steps/sca/applicant.ts';
import { enrollPasskey } from '../steps/sca/enroll-passkey.ts';
import { wrongProof } from '../steps/sca/judge.ts';
import { afterTotp } from '../steps/sca/verify-totp.ts';
import type { CustomerKey } from '../store/sca-customers.ts';

type ConfirmScaFactorEnrollment = AuthMethod<typeof ScaService.method.confirmScaFactorEnrollment>;

export const confirmScaFactorEnrollment: ConfirmScaFactorEnrollment = async ({ customerId, confirmation }, context) => {
  const { key } = await applicantInScope(customerId, context);
  const { kind } = confirmation ?? {};
  if (kind?.case === 'passkey') {
    const passkey = await enrollPasskey(key, kind.value, context);
    return { kind: { case: 'passkey', value: { factor: toPasskeyView(passkey) } } };
  }
  if (kind?.case !== 'totp') throw new TypeError('The rules of the request demand a kind.');
  return { kind: { case: 'totp', value: { recoveryCodes: await enrollTotp(key, kind.value, context) } } };
};

/** The code that confirms is used up by it. Returns the recovery codes. */
async function enrollTotp(
  key: CustomerKey,
  { secret, code }: TotpEnrollmentConfirmRequest,
  context: AuthContext,
): Promise<string[]> {
  const recoveryCodes = recoveryCodesFrom(randomBytes(recoveryBytes));
  const { clock, store } = context;
  await store.write(async (rows) => {
    await rows.scaCustomers.lock(key);
    const now = clock.now();
    const pending = await rows.scaTotps.find(key);
    const isPending = pending && !pending.enrolledAt && now < pending.expiresAt;
    if (!isPending || !isSameCode(secret, pending.secret.toString('hex'))) throw wrongProof(unknownSecret);
    const used = afterTotp(code, pending, context);
    if (!used) throw wrongProof('The code is invalid.');
    const recoveryHashes = recoveryCodes.map((one) => recoveryHash(one, pending.secret));
    await rows.scaTotps.save(key, { ...used, recoveryHashes, enrolledAt: now });
    await rows.scaResets.noteEnrollment(key, 'TOTP', now);
  });
  return recoveryCodes;
}

const unknownSecret = 'The secret is not that of a pending enrollment. Start the enrollment again.';
