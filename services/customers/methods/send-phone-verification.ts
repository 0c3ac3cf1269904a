// SendPhoneVerification: sends a code to the customer's phone number.
import type { ContactVerificationService } from '../../../gen/payments/customers/v1/contact_verification_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { sendContactCode } from '../steps/contact-verification.ts';

type SendPhoneVerification = CustomersMethod<typeof ContactVerificationService.method.sendPhoneVerification>;

export const sendPhoneVerification: SendPhoneVerification = async ({ customerId }, context) => {
  await sendContactCode(customerId, 'phone', context);
  return {};
};
