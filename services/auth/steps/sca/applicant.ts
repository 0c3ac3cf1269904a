// The customer of a request for strong customer authentication, and the factors that the customer has.

import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { ContactVerificationStatus } from '../../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { Customer } from '../../../../gen/payments/customers/v1/customer_pb.ts';
import { isInEurope } from '../../../kit/core/europe.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { AuthContext } from '../../context.ts';
import type { Factor } from '../../domain/sca/challenge.ts';
import type { CustomerKey } from '../../store/sca-customers.ts';

export interface Applicant {
  readonly key: CustomerKey;
  readonly isInScope: boolean;
  /** In E.164 format, and verified. */
  readonly phone?: string;
  readonly email?: string;
}

/** Throws USER_NOT_FOUND. */
export async function findApplicant(customerId: string, { caller, clients }: AuthContext): Promise<Applicant> {
  const customer = await clients.customers.getCustomer({ customerId });
  const uuid = uuidOf('Customer', customerId);
  if (uuid === undefined || customer.isDeleted) throw fail(ErrorCode.USER_NOT_FOUND, `There is no customer ${customerId}.`);
  const phone = verifiedPhone(customer);
  return {
    key: { platformId: caller.platformId, customerId: uuid },
    isInScope: isInEurope(customer.region),
    ...(phone !== undefined && { phone }),
    ...(customer.email !== undefined && { email: customer.email }),
  };
}

/** The enrolled factors, in the order of the contract. */
export async function factorsOf({ key, phone }: Applicant, { store }: AuthContext): Promise<readonly Factor[]> {
  const totp = await store.scaTotps.find(key);
  return [...(phone === undefined ? [] : ['SMS_OTP' as const]), ...(totp?.enrolledAt ? ['TOTP' as const] : [])];
}

/** Throws USER_NOT_FOUND, and CONFLICT if the customer's region requires no such proof. */
export async function applicantInScope(customerId: string, context: AuthContext): Promise<Applicant> {
  const applicant = await findApplicant(customerId, context);
  if (applicant.isInScope) return applicant;
  throw fail(ErrorCode.CONFLICT, "Strong customer authentication is not required in the customer's region.", {
    reason: 'SCA_NOT_REQUIRED',
  });
}

function verifiedPhone({ phoneNumber, contactVerification }: Customer): string | undefined {
  return contactVerification?.phone === ContactVerificationStatus.VERIFIED ? phoneNumber : undefined;
}
