// What carries payouts to the outside world.
import type { Environment } from '../../kit/caller.ts';
import type { Money } from '../domain/record.ts';
import type { Turn } from '../domain/transaction.ts';

/** Money to bring to an account outside. */
export interface Payout {
  /** uuid of the transaction. Handing a payout over again under the same key is the same payout. */
  readonly key: string;
  readonly environment: Environment;
  readonly isBankAccount: boolean;
  /** The number or address of the account. */
  readonly identifier: string;
  /** Name of the payment rail; absent for assets on chains. */
  readonly rail?: string;
  readonly amount: Money;
  /** Travels with the money. */
  readonly remittanceInformation?: string;
}

/** What a rail knows of a payout by now. */
export interface Report {
  /** What has become of it since the last report, in order. */
  readonly turns: readonly Turn[];
  /** When there will be more to know; absent when this was all. */
  readonly nextAfterMs?: number;
}

export interface Rail {
  /** Whether it carries payouts of platforms in this environment. Quotes that it does not carry are not made. */
  serves(environment: Environment): boolean;
  /** Hands a payout over. */
  submit(payout: Payout): Promise<Report>;
  /** Asks what has become of it. `round` counts the reports so far. */
  check(payout: Payout, round: number): Promise<Report>;
  /** Asks to stop it. False when it is too late. */
  cancel(payout: Payout): Promise<boolean>;
}
