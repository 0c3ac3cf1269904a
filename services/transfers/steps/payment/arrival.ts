// Funds that a rail reports for an externally funded quote.

import type { QuotedPayment } from '../../domain/payment/payment.ts';
import type { OnChainTransaction } from '../../domain/shared/on-chain.ts';
import type { ReportedMoney } from '../../store/deposits.ts';

export interface Arrival {
  /** The rail's id of the deposit. A repeated report means the same money. */
  readonly key: string;
  /** In the smallest unit of the sending currency. */
  readonly amount: bigint;
  /** The on-chain transaction. */
  readonly onChain?: OnChainTransaction;
}

export function reportedOf({ platformId, reference, sent }: QuotedPayment, { key, amount }: Arrival): ReportedMoney {
  return { platformId, kind: 'DEPOSIT', key, target: reference, rail: '', currency: sent.currency, amount };
}
