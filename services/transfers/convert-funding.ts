// Converts the funding of a quote between its stored form and messages.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type PaymentInstructions, PaymentInstructionsSchema } from '../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import type { QuoteSourceSchema } from '../../gen/payments/transfers/v1/quote_ends_pb.ts';
import type { TransactionSourceSchema } from '../../gen/payments/transfers/v1/transaction_ends_pb.ts';
import { atFirstUse } from '../kit/core/at-first-use.ts';
import { compileCodec } from '../kit/messages/json/compile-codec.ts';
import { FieldProblems } from '../kit/messages/json/problems.ts';
import { toOnChain } from './convert-on-chain.ts';
import { isUnproven } from './domain/payment/authorization.ts';
import type { OutgoingPayment, QuotedPayment } from './domain/payment/payment.ts';
import { isOutgoing, senderOf, type Transaction } from './domain/record/transaction.ts';
import type { Realtime } from './domain/shared/transaction-core.ts';

const codec = atFirstUse(() => compileCodec(PaymentInstructionsSchema));

/** Payment instructions as stored: the JSON that callers receive. */
export function fromInstructions(list: readonly PaymentInstructions[]): unknown[] {
  return list.map((one) => codec.use().encode(one));
}

/** Payment instructions of an externally funded quote. Empty for others, and until its customer has authorized it. */
export function toPushInstructions(payment: OutgoingPayment): PaymentInstructions[] {
  if (payment.funding.kind !== 'PUSH' || isUnproven(payment)) return [];
  const { instructions } = payment.funding;
  const problems = new FieldProblems();
  return instructions.map((json) => codec.use().decode(json, problems) as unknown as PaymentInstructions);
}

export function toQuoteSource({ funding, quote }: QuotedPayment): MessageInitShape<typeof QuoteSourceSchema> {
  const { onBehalfOf } = quote;
  if (funding.kind === 'PUSH' && funding.realtime) return { kind: { case: 'realtimeFunding', value: funding.realtime } };
  const behalf = onBehalfOf !== undefined && { customerId: onBehalfOf };
  return { kind: { case: 'account', value: { accountId: funding.sender ?? '', ...behalf } } };
}

/** For a transaction of any kind. */
export function toTransactionSource(transaction: Transaction): MessageInitShape<typeof TransactionSourceSchema> {
  const { sent, onChain } = transaction;
  const realtime = realtimeOf(transaction);
  const chain = toOnChain(onChain?.source);
  const accountId = senderOf(transaction) ?? '';
  if (!realtime) return { kind: { case: 'account', value: { accountId, currency: sent.currency, ...chain } } };
  const { currency, customerId } = realtime;
  return { kind: { case: 'realtimeFunding', value: { currency, ...(customerId !== undefined && { customerId }), ...chain } } };
}

function realtimeOf(transaction: Transaction): Realtime | undefined {
  if (!isOutgoing(transaction)) return 'realtime' in transaction ? transaction.realtime : undefined;
  return transaction.funding.kind === 'PUSH' ? transaction.funding.realtime : undefined;
}
