// The customer of a request for strong customer authentication, and the factors that the customer has.

import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { ContactVerificationStatus } from '../../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { Customer } from '../../../../gen/payments/customers/v1/customer_pb.ts';
import { isInEurope } from '../../../kit/core/europe.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { AuthContext } from '../../context.ts';
import type { Factor } from '../../domain/sca/challenge.ts';
import type { ScaPasskey } from '../../domain/sca/passkey.ts';
import type { CustomerKey } from '../../store/sca-customers.ts';

export interface Applicant {
  readonly key: CustomerKey;
  readonly isInScope: boolean;
  /** In E.164 format, and verified. */
  readonly phone?: string;
  /** Of the customer, verified or not. */
  readonly customerPhone?: string;
  readonly email?: string;
  /** Empty for a business. */
  readonly fullName: string;
}

/** Throws USER_NOT_FOUND. */
export async function findApplicant(customerId: string, { caller, clients, store }: AuthContext): Promise<Applicant> {
  const customer = await clients.customers.getCustomer({ customerId });
  const uuid = uuidOf('Customer', customerId);
  if (uuid === undefined || customer.isDeleted) throw fail(ErrorCode.USER_NOT_FOUND, `There is no customer ${customerId}.`);
  const key = { platformId: caller.platformId, customerId: uuid };
  const isInScope = isInEurope(customer.region);
  const { email, kind, phoneNumber: customerPhone } = customer;
  const own = isInScope ? await store.scaCustomers.phoneOf(key) : undefined;
  const phone = own && own.insteadOf === (customerPhone ?? '') ? own.number : verifiedPhone(customer);
  return {
    key,
    isInScope,
    fullName: (kind.case === 'individual' && kind.value.fullName) || '',
    ...(phone !== undefined && { phone }),
    ...(customerPhone !== undefined && { customerPhone }),
    ...(email !== undefined && { email }),
  };
}

export interface Enrolled {
  /** In the order of the contract. */
  readonly factors: readonly Factor[];
  readonly passkey?: ScaPasskey;
}

export async function enrolledBy({ key, phone }: Applicant, { store }: AuthContext): Promise<Enrolled> {
  const [totp, passkey] = await Promise.all([store.scaTotps.find(key), store.scaPasskeys.find(key)]);
  const has = { SMS_OTP: phone !== undefined, TOTP: totp?.enrolledAt !== undefined, PASSKEY: passkey !== undefined };
  const factors = (['SMS_OTP', 'TOTP', 'PASSKEY'] as const).filter((factor) => has[factor]);
  return { factors, ...(passkey && { passkey }) };
}

/** Throws USER_NOT_FOUND, and CONFLICT if the customer's region requires no such proof. */
export async function applicantInScope(customerId: string, context: AuthContext): Promise<Applicant> {
  const applicant = await findApplicant(customerId, context);
  refuseOutOfScope(applicant);
  return applicant;
}

/** Throws CONFLICT if the customer's region requires no such proof. */
export function refuseOutOfScope({ isInScope }: Applicant): void {
  if (isInScope) return;
  throw fail(ErrorCode.CONFLICT, "Strong customer authentication is not required in the customer's region.", {
    reason: 'SCA_NOT_REQUIRED',
  });
}

function verifiedPhone({ phoneNumber, contactVerification }: Customer): string | undefined {
  return contactVerification?.phone === ContactVerificationStatus.VERIFIED ? phoneNumber : undefined;
}
