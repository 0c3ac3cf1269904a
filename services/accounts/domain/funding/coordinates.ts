// Coordinates to send money to: a bank account, a mobile wallet or an address, with the fields of each kind in the contract.
import type { PaymentAccountInfo } from '../../../../gen/payments/accounts/v1/payment_instructions_pb.ts';

type Kinds = Extract<PaymentAccountInfo['info'], { value: object }>;

/** Coordinates of one kind. */
export type Coordinates = {
  readonly [Kind in Kinds['case']]: { readonly case: Kind; readonly value: FieldsOf<Extract<Kinds, { case: Kind }>['value']> };
}[Kinds['case']];

type FieldsOf<Message> = Readonly<Omit<Message, '$typeName' | '$unknown'>>;
