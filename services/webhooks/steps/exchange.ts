// One signed POST to a platform's endpoint.

import type { Answer, Outbound } from '../../kit/calls/outbound.ts';
import type { Environment } from '../../kit/core/caller.ts';
import type { Clock } from '../../kit/core/clock.ts';
import { tracedBy } from '../../kit/core/tracing.ts';
import type { Destination } from '../domain/destination.ts';
import { markOf } from '../domain/restore.ts';
import { signatureHeader } from '../domain/signature.ts';
import type { Signer } from './signer.ts';

/** Signs and sends these bytes. Throws `NoAnswer` if there is no HTTP response. */
export type Exchange = (body: Uint8Array, destination: Destination, signal?: AbortSignal) => Promise<Answer>;

export interface ExchangeParts {
  readonly signer: Signer;
  readonly outbound: Outbound;
  readonly timeoutMs: number;
  /** Of the installation. */
  readonly mode: Environment;
  readonly wall: Clock;
  /** When the database was last restored. */
  readonly restoredAt: Date | undefined;
}

export function exchangeOver({ signer, outbound, timeoutMs, mode, wall, restoredAt }: ExchangeParts): Exchange {
  return async (body, { url, environment }, signal) => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'service-webhooks/1',
      [signatureHeader]: await signer.sign(environment, body),
      ...markOf(restoredAt, wall.now()),
      ...tracedBy(),
    };
    const isPrivateAllowed = environment === 'sandbox' && mode === 'sandbox'; // a production installation must not call its own network
    return outbound.post({ url, headers, body, timeoutMs, isPrivateAllowed, ...(signal && { signal }) });
  };
}
