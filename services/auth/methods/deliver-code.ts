// DeliverCode: sends a code of another service.

import type { CodeDeliveryService } from '../../../gen/payments/auth/v1/code_delivery_pb.ts';
import type { NewContact } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import type { AuthMethod } from '../context.ts';
import type { CodeLetter } from '../delivery/code-letter.ts';

type DeliverCode = AuthMethod<typeof CodeDeliveryService.method.deliverCode>;

export const deliverCode: DeliverCode = async ({ contact, code, expiresInSeconds }, { clients, delivery }) => {
  const { config } = await clients.platform.getPlatform({});
  const wallet = config?.embeddedWalletConfig;
  await delivery.send({ ...recipientOf(contact), code, expiresInSeconds, ...(wallet && { wallet }) });
  return {};
};

function recipientOf(contact: NewContact | undefined): Pick<CodeLetter, 'type' | 'to'> {
  if (contact?.kind.case === 'email') return { type: 'EMAIL_OTP', to: contact.kind.value };
  if (contact?.kind.case === 'phoneNumber') return { type: 'SMS_OTP', to: contact.kind.value };
  throw new Error('A code is for a contact; the rules of the request say so.');
}
