// ConfirmEmailVerification: verifies the code for the customer's e-mail address.
import type { ContactVerificationService } from '../../../gen/payments/customers/v1/contact_verification_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { confirmContactCode } from '../steps/contact-verification.ts';

type ConfirmEmailVerification = CustomersMethod<typeof ContactVerificationService.method.confirmEmailVerification>;

export const confirmEmailVerification: ConfirmEmailVerification = (request, context) =>
  confirmContactCode(request, 'email', context);
