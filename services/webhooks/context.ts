// The context of the methods and steps of this service.

import type { DescMethodUnary } from '@bufbuild/protobuf';
import { FaultDirectoryService } from '../../gen/payments/platform/v1/fault_directory_pb.ts';
import { PlatformDirectoryService } from '../../gen/payments/platform/v1/platform_pb.ts';
import type { Clock } from '../kit/core/clock.ts';
import type { Context, Method } from '../kit/core/method.ts';
import type { Courier } from './steps/courier.ts';
import type { DeliveryCounts } from './steps/delivery-counts.ts';
import type { Exchange } from './steps/exchange.ts';
import type { Signer } from './steps/signer.ts';
import type { WebhookStore } from './store/store.ts';

/** `platform` returns the endpoint of a platform, `faults` the faults that it has set. */
export const needs = { platform: PlatformDirectoryService, faults: FaultDirectoryService };

export interface WebhookParts {
  readonly store: WebhookStore;
  readonly signer: Signer;
  readonly exchange: Exchange;
  /** With a shorter timeout, for approval requests. */
  readonly approvalExchange: Exchange;
  readonly courier: Courier;
  readonly counts: DeliveryCounts;
  readonly wall: Clock;
}

export type WebhookContext = Context<typeof needs> & WebhookParts;

export type WebhookMethod<M extends DescMethodUnary> = Method<M, WebhookContext>;
