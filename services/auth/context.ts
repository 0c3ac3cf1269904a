// What the methods of this service are given.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { PlatformDirectoryService } from '../../gen/payments/platform/v1/platform_pb.ts';
import type { Clock } from '../kit/clock.ts';
import type { Context, Method } from '../kit/method.ts';
import type { Settings } from '../kit/service.ts';
import type { AuthStore } from './store/store.ts';

export const needs = { platform: PlatformDirectoryService };

/** `wall`: failures are counted, and forgotten, by the machine's time. */
export type AuthContext = Context<typeof needs> & {
  readonly store: AuthStore;
  readonly settings: Settings;
  readonly wall: Clock;
};

export type AuthMethod<M extends DescMethodUnary> = Method<M, AuthContext>;
