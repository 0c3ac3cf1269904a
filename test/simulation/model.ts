// The expected balances of a platform's customers: money leaves when a payment begins, and returns according to the sandbox's table.

export interface Payment {
  readonly quoteId: string;
  readonly transactionId: string;
  readonly payer: number;
  readonly amount: number;
  readonly suffix: Suffix;
  readonly expiresAtMs: number;
  /** When it was executed, in platform time. */
  executedAtMs?: number;
  /** Its execution was cut off, and another process continued some seconds later. */
  isRecovered?: boolean;
  isCancelled?: boolean;
  /** An action of an agent waits for the approval of this quote. */
  isWaiting?: boolean;
  /** That action was not carried out. */
  isRejected?: boolean;
}

/** How a payout ends: whether the payer is refunded, and after how long. */
export const outcomes = {
  '911': { final: 'COMPLETED', refund: undefined, backAfterMs: undefined },
  '002': { final: 'FAILED', refund: 'COMPLETED', backAfterMs: 0 },
  '003': { final: 'COMPLETED', refund: undefined, backAfterMs: undefined },
  '004': { final: 'FAILED', refund: 'COMPLETED', backAfterMs: 0 },
  '005': { final: 'FAILED', refund: 'COMPLETED', backAfterMs: 30_000 },
  '006': { final: 'COMPLETED', refund: 'COMPLETED', backAfterMs: 0 },
  '007': { final: 'FAILED', refund: 'FAILED', backAfterMs: undefined },
  /** On a rail that takes six minutes, so that it can be cancelled. */
  ACH: { final: 'COMPLETED', refund: undefined, backAfterMs: undefined },
} as const;

export type Suffix = keyof typeof outcomes;
export const suffixes = Object.keys(outcomes) as Suffix[];

const slowMs = 360_000;
const recoveryMs = 30_000;

export class Model {
  readonly payments: Payment[] = [];
  readonly #funded: number[] = [];

  fund(payer: number, amount: number): void {
    this.#funded[payer] = (this.#funded[payer] ?? 0) + amount;
  }

  /** The balance of a payer, or of the wallet with this number, at this platform time. */
  balanceOf(payer: number, nowMs: number): number {
    const out = this.payments.filter((payment) => payment.payer === payer && isOut(payment, nowMs));
    return (this.#funded[payer] ?? 0) - out.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** The required answer to an execution of this payment. */
  verdict(payment: Payment, nowMs: number): 200 | 400 | 409 | 'expired' {
    if (payment.executedAtMs !== undefined || payment.isWaiting || payment.isRejected) return 409;
    if (nowMs >= payment.expiresAtMs) return 'expired';
    return this.balanceOf(payment.payer, nowMs) < payment.amount ? 400 : 200;
  }

  /** The possible answers to a cancellation of this payment. */
  cancelVerdicts({ suffix, executedAtMs, isCancelled, isRecovered, isRejected }: Payment, nowMs: number): readonly number[] {
    if (suffix === 'ACH' && isRejected) return [409];
    if (suffix !== 'ACH' || executedAtMs === undefined) return [400];
    const deliveredAtMs = executedAtMs + slowMs;
    if (isCancelled || nowMs >= deliveredAtMs + recoveryMs) return [409];
    return nowMs < deliveredAtMs ? [200] : isRecovered ? [200, 409] : [409];
  }
}

function isOut({ executedAtMs, suffix, isCancelled }: Payment, nowMs: number): boolean {
  if (executedAtMs === undefined || isCancelled) return false;
  const { backAfterMs } = outcomes[suffix];
  return backAfterMs === undefined || nowMs < executedAtMs + backAfterMs;
}

/** The final state of a payment. */
export function finalOf({ executedAtMs, suffix, isCancelled, isRejected }: Payment): {
  status: string;
  refund: string | undefined;
} {
  if (isRejected) return { status: 'FAILED', refund: undefined };
  if (executedAtMs === undefined) return { status: 'EXPIRED', refund: undefined };
  if (isCancelled) return { status: 'COMPLETED', refund: 'COMPLETED' };
  const { final, refund } = outcomes[suffix];
  return { status: final, refund };
}

/** A recovered payout left later than its execution: at the time of its current state. */
export function leftAtMs({
  status,
  settledAt,
  updatedAt,
}: {
  status: string;
  settledAt?: string;
  updatedAt: string;
}): number | undefined {
  const at = settledAt ?? (status === 'PROCESSING' ? updatedAt : undefined);
  return at === undefined ? undefined : Date.parse(at);
}
