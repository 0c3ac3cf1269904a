// Where the money of a quote comes from, as it is kept and as it is shown.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type PaymentInstructions, PaymentInstructionsSchema } from '../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import type { QuoteSourceSchema } from '../../gen/payments/transfers/v1/quote_ends_pb.ts';
import type { TransactionSourceSchema } from '../../gen/payments/transfers/v1/transaction_ends_pb.ts';
import { compileCodec } from '../kit/messages/json/codec.ts';
import { FieldProblems } from '../kit/messages/json/problems.ts';
import { toOnChain } from './convert-on-chain.ts';
import { isUnproven } from './domain/payment/authorization.ts';
import { quoteOf, type Transaction } from './domain/payment/record.ts';

const codec = compileCodec(PaymentInstructionsSchema);

/** Payment instructions as they are kept: the JSON that callers are shown. */
export function fromInstructions(list: readonly PaymentInstructions[]): unknown[] {
  return list.map((one) => codec.encode(one));
}

/** Where to pay for a quote that is paid from outside; empty for others, and unless its customer has authorized it. */
export function toPushInstructions(transaction: Transaction): PaymentInstructions[] {
  if (isUnproven(transaction)) return [];
  const { instructions = [] } = transaction.details.quote?.funding ?? {};
  const problems = new FieldProblems();
  return instructions.map((json) => codec.decode(json, problems) as unknown as PaymentInstructions);
}

export function toQuoteSource(transaction: Transaction): MessageInitShape<typeof QuoteSourceSchema> {
  const { onBehalfOf, funding } = quoteOf(transaction);
  if (funding?.realtime) return { kind: { case: 'realtimeFunding', value: funding.realtime } };
  const behalf = onBehalfOf !== undefined && { customerId: onBehalfOf };
  return { kind: { case: 'account', value: { accountId: transaction.sender ?? '', ...behalf } } };
}

/** Of a transaction of either type. */
export function toTransactionSource({
  details,
  sender,
  sent,
  onChain,
}: Transaction): MessageInitShape<typeof TransactionSourceSchema> {
  const realtime = details.realtime ?? details.quote?.funding?.realtime;
  const chain = toOnChain(onChain?.source);
  if (!realtime) return { kind: { case: 'account', value: { accountId: sender ?? '', currency: sent.currency, ...chain } } };
  const { currency, customerId } = realtime;
  return { kind: { case: 'realtimeFunding', value: { currency, ...(customerId !== undefined && { customerId }), ...chain } } };
}
