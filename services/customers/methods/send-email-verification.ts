// SendEmailVerification: sends a code to the customer's e-mail address.
import type { ContactVerificationService } from '../../../gen/payments/customers/v1/contact_verification_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { sendContactCode } from '../steps/contact-verification.ts';

type SendEmailVerification = CustomersMethod<typeof ContactVerificationService.method.sendEmailVerification>;

export const sendEmailVerification: SendEmailVerification = async ({ customerId }, context) => {
  await sendContactCode(customerId, 'email', context);
  return {};
};
