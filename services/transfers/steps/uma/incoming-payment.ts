// A payment from a UMA address, for its steps.
import { uuidIn } from '../../../kit/core/ids.ts';
import { parseUma } from '../../../kit/messages/uma-address.ts';
import type { UmaPayment } from '../../domain/incoming/incoming.ts';
import type { UmaDepositMoney } from '../../domain/uma/deposit-legs.ts';
import type { PendingUma } from '../../domain/uma/incoming-uma.ts';
import type { UmaDeposit } from '../../uma/network.ts';

/** The payment with additional data. */
export function withPending(payment: UmaPayment, more: Partial<PendingUma>): UmaPayment {
  const { uma } = payment;
  return { ...payment, uma: { ...uma, pending: { ...uma.pending, ...more } } };
}

/** The payment, for the network of institutions. */
export function depositOf({ id, environment, sender, received }: UmaPayment): UmaDeposit {
  return { key: id, environment, sender: parseUma(sender), amount: received };
}

/** The payment, for the ledger. */
export function moneyOf({ uma, receiver, received }: UmaPayment, rail = 'UMA'): UmaDepositMoney {
  const { kind, currency, amount } = uma.pending.deposit;
  const inside = kind === 'INTERNAL' && { accountId: uuidIn(receiver) };
  return { received, paid: { currency, amount: BigInt(amount) }, rail, ...inside };
}
