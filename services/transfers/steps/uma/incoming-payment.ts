// A payment from a UMA address, as its steps take it.

import { uuidIn } from '../../../kit/core/ids.ts';
import { parseUma } from '../../../kit/messages/uma-address.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import type { UmaDepositMoney } from '../../domain/uma/deposit-legs.ts';
import type { IncomingUma, PendingUma } from '../../domain/uma/incoming-uma.ts';
import type { UmaDeposit } from '../../uma/network.ts';

/** Throws for any other transaction. */
export function pendingOf({ id, details }: Transaction): IncomingUma & { readonly pending: PendingUma } {
  const { uma } = details;
  if (!uma?.pending) throw new Error(`The transaction ${id} is no payment from a UMA address.`);
  return { ...uma, pending: uma.pending };
}

/** The payment with more told about it. */
export function withPending(payment: Transaction, more: Partial<PendingUma>): Transaction {
  const uma = pendingOf(payment);
  return { ...payment, details: { ...payment.details, uma: { ...uma, pending: { ...uma.pending, ...more } } } };
}

/** The payment as the network of institutions knows it. */
export function depositOf({ id, environment, sender = '', received }: Transaction): UmaDeposit {
  return { key: id, environment, sender: parseUma(sender), amount: received };
}

/** The payment as the ledger sees it. */
export function moneyOf(payment: Transaction, rail = 'UMA'): UmaDepositMoney {
  const { kind, currency, amount } = pendingOf(payment).pending.deposit;
  const { receiver, received } = payment;
  const inside = kind === 'INTERNAL' && { accountId: uuidIn(receiver) };
  return { received, paid: { currency, amount: BigInt(amount) }, rail, ...inside };
}
