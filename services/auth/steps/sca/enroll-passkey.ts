// Enrolls a passkey by the registration that a browser returned.
import type { PasskeyEnrollmentConfirmRequest } from '../../../../gen/payments/auth/v1/sca_enrollment_pb.ts';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { AuthContext } from '../../context.ts';
import { attestationIn } from '../../convert-passkey.ts';
import { bytesOf } from '../../domain/encodings.ts';
import { sandboxPasskeyProof } from '../../domain/passkey/assertion.ts';
import { type Attestation, idBytesMax } from '../../domain/passkey/registration.ts';
import { enrolledPasskey, originsOf, type PasskeyEnrollment, type ScaPasskey } from '../../domain/sca/passkey.ts';
import type { CustomerKey } from '../../store/sca-customers.ts';
import { isSandbox } from '../wallet-refusals.ts';
import { wrongProof } from './judge.ts';
import { installationOf } from './passkey-question.ts';

/** Throws PASSKEY_ALREADY_ENROLLED, and INVALID_INPUT for an invalid or late registration. */
export async function enrollPasskey(
  key: CustomerKey,
  { origin, credential = {} }: PasskeyEnrollmentConfirmRequest,
  context: AuthContext,
): Promise<ScaPasskey> {
  const { clock, store } = context;
  const attestation = attestationIn(credential);
  return store.write(async (rows) => {
    await rows.scaCustomers.lock(key);
    if (await rows.scaPasskeys.find(key)) throw passkeyEnrolled();
    const now = clock.now();
    const enrollment = await rows.scaPasskeys.findEnrollment(key);
    if (!enrollment || now >= enrollment.expiresAt) throw wrongProof('There is no pending enrollment. Start it again.');
    const origins = originsOf(enrollment.relyingPartyId, installationOf(context));
    if (!origins.includes(origin)) throw wrongProof(`The origin must be one of: ${origins.join(', ')}.`);
    const isFixed = attestation.attestationObject === sandboxPasskeyProof && isSandbox(context);
    const registered = { attestation, origin, enrollment, now };
    const passkey = isFixed ? uncheckedPasskey(registered) : enrolledPasskey(registered);
    if (!passkey) throw wrongProof('The credential is not a registration for the pending enrollment.');
    await rows.scaPasskeys.enroll(key, passkey);
    await rows.scaResets.noteEnrollment(key, 'PASSKEY', now);
    return passkey;
  });
}

export const passkeyEnrolled = () =>
  fail(ErrorCode.PASSKEY_ALREADY_ENROLLED, 'The customer already has a passkey. Delete it to enroll another one.');

interface Unchecked {
  readonly attestation: Attestation;
  readonly enrollment: PasskeyEnrollment;
  readonly now: Date;
}

/** By the fixed value of the sandbox: it has no key, and only the fixed value proves it. A valid id is kept. */
function uncheckedPasskey({ attestation, enrollment, now }: Unchecked): ScaPasskey {
  const { relyingPartyId, challenge } = enrollment;
  const id = bytesOf(attestation.credentialId);
  const webauthnId = id && id.length <= idBytesMax ? id.toString('base64url') : challenge;
  return { relyingPartyId, webauthnId, counter: 0, enrolledAt: now };
}
