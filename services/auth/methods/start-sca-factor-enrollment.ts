// StartScaFactorEnrollment: creates the secret of a factor, which is enrolled by its confirmation.
import { randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import type { ScaService } from '../../../gen/payments/auth/v1/sca_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { toCreationOptions } from '../convert-passkey.ts';
import { challengeBytes, originsOf, relyingPartyIdOf } from '../domain/sca/passkey.ts';
import { enrollmentMs, secretBytes, totpUri } from '../domain/sca/totp.ts';
import { type Applicant, applicantInScope } from '../steps/sca/applicant.ts';
import { passkeyEnrolled } from '../steps/sca/enroll-passkey.ts';
import { installationOf } from '../steps/sca/passkey-question.ts';

type StartScaFactorEnrollment = AuthMethod<typeof ScaService.method.startScaFactorEnrollment>;

export const startScaFactorEnrollment: StartScaFactorEnrollment = async ({ customerId, enrollment }, context) => {
  const applicant = await applicantInScope(customerId, context);
  if (enrollment?.kind.case === 'passkey') return { kind: { case: 'passkey', value: await startPasskey(applicant, context) } };
  return { kind: { case: 'totp', value: await startTotp(applicant, context) } };
};

async function startTotp({ key, email }: Applicant, { clients, clock, store }: AuthContext) {
  const secret = randomBytes(secretBytes);
  await store.write(async (rows) => {
    await rows.scaCustomers.lock(key);
    if ((await rows.scaTotps.find(key))?.enrolledAt) throw alreadyEnrolled();
    const expiresAt = new Date(clock.now().getTime() + enrollmentMs);
    await rows.scaTotps.save(key, { secret, usedStep: 0, recoveryHashes: [], expiresAt });
  });
  const { config } = await clients.platform.getPlatform({});
  const issuer = config?.embeddedWalletConfig?.appName ?? 'Payments';
  const account = email ?? publicId('Customer', key.customerId);
  return {
    secret: secret.toString('hex'),
    secretBase32Encoded: base32nopad.encode(secret),
    totpUri: totpUri({ issuer, account, secret }),
  };
}

async function startPasskey({ key, email }: Applicant, context: AuthContext) {
  const { clients, clock, store } = context;
  const { config } = await clients.platform.getPlatform({});
  const installation = installationOf(context);
  const relyingPartyId = relyingPartyIdOf(config?.umaDomain, installation);
  const challenge = randomBytes(challengeBytes).toString('base64url');
  await store.write(async (rows) => {
    await rows.scaCustomers.lock(key);
    if (await rows.scaPasskeys.find(key)) throw passkeyEnrolled();
    await rows.scaPasskeys.start(key, { relyingPartyId, challenge, expiresAt: new Date(clock.now().getTime() + enrollmentMs) });
  });
  const options = toCreationOptions({
    relyingParty: { id: relyingPartyId, name: config?.embeddedWalletConfig?.appName ?? 'Payments' },
    user: {
      id: Buffer.from(key.customerId.replaceAll('-', ''), 'hex').toString('base64url'),
      name: email ?? publicId('Customer', key.customerId),
    },
    challenge,
    timeoutMs: enrollmentMs,
  });
  return { options, allowedOrigins: originsOf(relyingPartyId, installation), relyingPartyId };
}

const alreadyEnrolled = () =>
  fail(ErrorCode.CONFLICT, 'The customer already has an authenticator app. Reset the factor to enroll another one.', {
    reason: 'TOTP_ALREADY_ENROLLED',
  });
