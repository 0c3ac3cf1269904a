// What every transaction has, whatever its kind.
import type { Environment } from '../../../kit/core/caller.ts';
import type { Refund } from './machine.ts';
import type { Money } from './money.ts';
import type { OnChain } from './on-chain.ts';

export interface TransactionCore {
  readonly id: string;
  readonly platformId: string;
  readonly environment: Environment;
  /** How far the platform's clock ran ahead when it was made. */
  readonly clockOffsetMs: number;
  /** The sequence of the last webhook. */
  readonly version: bigint;
  /** Public id of the customer, or of the platform. */
  readonly owner: string;
  readonly platformCustomerId: string;
  /** Public id of the account that is paid, or the UMA address. */
  readonly receiver: string;
  /** Keyed hashes of the primary identifiers of both ends. */
  readonly senderKey?: Buffer;
  readonly receiverKey?: Buffer;
  readonly sent: Money;
  readonly received: Money;
  readonly reference: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly settledAt?: Date;
  readonly refund?: Refund;
  /** When the receiver saw the receipt. */
  readonly receiptConfirmedAt?: Date;
  readonly requestId: string;
  /** May grow after the end. */
  readonly onChain?: OnChain;
}

/** Funding that names no account, as it was requested. */
export interface Realtime {
  readonly customerId?: string;
  readonly currency: string;
}
