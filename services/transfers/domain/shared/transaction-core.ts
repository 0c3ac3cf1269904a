// The common fields of all kinds of transactions.
import type { Environment } from '../../../kit/core/caller.ts';
import type { Refund } from './machine.ts';
import type { Money } from './money.ts';
import type { OnChain } from './on-chain.ts';

export interface TransactionCore {
  readonly id: string;
  readonly platformId: string;
  readonly environment: Environment;
  /** Lead of the platform's clock at its creation. */
  readonly clockOffsetMs: number;
  /** Sequence of the last webhook. */
  readonly version: bigint;
  /** Public id of the customer or platform. */
  readonly owner: string;
  readonly platformCustomerId: string;
  /** Public id of the receiving account, or the UMA address. */
  readonly receiver: string;
  /** Keyed hashes of the primary identifiers of source and destination. */
  readonly senderKey?: Buffer;
  readonly receiverKey?: Buffer;
  readonly sent: Money;
  readonly received: Money;
  readonly reference: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly settledAt?: Date;
  readonly refund?: Refund;
  /** When the receipt was shown to the receiver. */
  readonly receiptConfirmedAt?: Date;
  readonly requestId: string;
  /** uuid of the agent that requested it. */
  readonly agentId?: string;
  /** uuid of the action of the agent that executes it. Absent if the platform executes a quote of the agent. */
  readonly actionId?: string | undefined;
  /** Can be extended after the end. */
  readonly onChain?: OnChain;
}

/** The requested funding, if no account is given. */
export interface Realtime {
  readonly customerId?: string;
  readonly currency: string;
}
