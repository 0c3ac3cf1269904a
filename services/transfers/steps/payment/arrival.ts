// Money that a rail has seen, for a quote that is paid from outside.

import type { QuotedPayment } from '../../domain/payment/payment.ts';
import type { OnChainTransaction } from '../../domain/shared/on-chain.ts';
import type { ReportedMoney } from '../../store/deposits.ts';

export interface Arrival {
  /** The rail's own name of the deposit. Reported again, it is the same money. */
  readonly key: string;
  /** In the smallest unit of the sending currency. */
  readonly amount: bigint;
  /** What has brought it on a chain. */
  readonly onChain?: OnChainTransaction;
}

export function reportedOf({ platformId, reference, sent }: QuotedPayment, { key, amount }: Arrival): ReportedMoney {
  return { platformId, kind: 'DEPOSIT', key, target: reference, rail: '', currency: sent.currency, amount };
}
