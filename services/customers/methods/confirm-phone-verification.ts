// ConfirmPhoneVerification: verifies the code for the customer's phone number.
import type { ContactVerificationService } from '../../../gen/payments/customers/v1/contact_verification_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { confirmContactCode } from '../steps/contact-verification.ts';

type ConfirmPhoneVerification = CustomersMethod<typeof ContactVerificationService.method.confirmPhoneVerification>;

export const confirmPhoneVerification: ConfirmPhoneVerification = (request, context) =>
  confirmContactCode(request, 'phone', context);
