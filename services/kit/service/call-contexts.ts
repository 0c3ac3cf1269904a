// The context of methods: the caller, the time, and constant parts.

import { clientsOf } from '../calls/clients.ts';
import type { Call, Dispatch, Outside } from '../core/call.ts';
import type { Caller } from '../core/caller.ts';
import { ahead, type Clock } from '../core/clock.ts';
import { idsFrom } from '../core/ids.ts';
import type { Context, Needs } from '../core/method.ts';
import type { Door, Kit } from './service.ts';

export type ContextOf = (call: Call, operationId?: string) => Context;

interface MakerParts {
  readonly door: Door;
  readonly dispatch: Dispatch;
  readonly wall: Clock;
  readonly parts: object;
  readonly log: Kit['log'];
  readonly runNow: Context['runNow'];
}

/**
 * Constant parts are prepared once; a call adds its caller and time. Rarely used parts are created on first use: together they would cost
 * as much as a read.
 */
export function contextMaker({ door, dispatch, wall, parts, log, runNow }: MakerParts): ContextOf {
  const bindClients = clientsOf<Needs>(door.name, door.needs, dispatch);
  return (call, operationId) => {
    const clock = ahead(wall, call.caller.clockOffsetMs);
    const ids = idsFrom(clock);
    let clients: Context['clients'] | undefined;
    let ownLog: Context['log'] | undefined;
    let ownId = operationId;
    return {
      ...parts,
      caller: call.caller,
      clock,
      ids,
      requestId: call.requestId,
      signal: call.signal,
      address: call.address ?? '',
      runNow,
      get clients() {
        return (clients ??= bindClients(call));
      },
      get lastingClients() {
        return bindClients({ ...withoutDeadline(call), signal: never });
      },
      get log() {
        return (ownLog ??= log.child({ requestId: call.requestId }));
      },
      mayHaveRun: operationId !== undefined,
      get operationId() {
        return (ownId ??= ids.next());
      },
    };
  };
}

function withoutDeadline(call: Call): Call {
  const { deadline: _, ...rest } = call;
  return rest;
}

/** A call that starts here. `outside`: how it waits for providers. */
export function callBy(caller: Caller, requestId: string, outside?: Outside): Call {
  return { caller, requestId, signal: never, admitted: true, ...(outside && { outside }) };
}

const never = new AbortController().signal;
