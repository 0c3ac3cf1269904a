// Where money is sent to: a bank account, a mobile wallet or an address, with the fields that the contract gives each kind.
import type { PaymentAccountInfo } from '../../../../gen/payments/accounts/v1/payment_instructions_pb.ts';

type Kinds = Extract<PaymentAccountInfo['info'], { value: object }>;

/** Coordinates of one kind. */
export type Coordinates = {
  readonly [Kind in Kinds['case']]: { readonly case: Kind; readonly value: FieldsOf<Extract<Kinds, { case: Kind }>['value']> };
}[Kinds['case']];

type FieldsOf<Message> = Readonly<Omit<Message, '$typeName' | '$unknown'>>;
