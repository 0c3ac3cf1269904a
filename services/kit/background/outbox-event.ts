// An event in the outbox: as writers give it, and as the table holds it.
import type { Environment } from '../core/caller.ts';

export interface OutboxEvent {
  readonly id: string;
  readonly platformId: string;
  /** uuid of the customer whom it concerns. */
  readonly customerId?: string | undefined;
  readonly environment: Environment;
  /** Public id of the resource. Its events are forwarded in the order of `sequence`. */
  readonly resource: string;
  /** Grows with every event of the resource. */
  readonly sequence: bigint;
  /** Wire name of the type: `OUTGOING_PAYMENT.COMPLETED`. */
  readonly type: string;
  /** The whole body of the webhook. */
  readonly body: Buffer;
  readonly createdAt: Date;
  readonly requestId: string;
}

/** An event with its body as the table holds it. */
export interface StoredEvent extends OutboxEvent {
  readonly isSealed: boolean;
  /** Of its customer, sealed; null once it is destroyed. */
  readonly personalKey: Buffer | null;
}
