// Calls to providers, which are processes of third parties: with a deadline, and with limits on concurrent calls.
import type { DescService } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { method as methodRule, service as serviceRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Call, Dispatch, Reply } from '../core/call.ts';
import { wall } from '../core/clock.ts';
import { fail } from '../messages/fail.ts';
import { optionOf } from '../messages/options.ts';
import { isOutage } from '../storage/outage.ts';
import { refuseInDryRun } from './dry-runs.ts';

/** Limits of concurrent calls to one provider per process: in total, and per platform. A waiting call costs only memory. */
export const places = { all: 1_000, ofOnePlatform: 250 };

/** Dispatches calls to a service, with limits if it is a provider. Throws SERVICE_UNAVAILABLE or SERVICE_SWITCH_ERROR for its errors. */
export function throughPlaces(desc: DescService, dispatch: Dispatch): Dispatch {
  const withinMs = optionOf(desc, serviceRule)?.answerWithinMs;
  if (!withinMs) return dispatch;
  const enter = placesOf(desc);
  return async (method, request, call) => {
    if (!optionOf(method, methodRule)?.readsOnly) refuseInDryRun(`call ${method.name} of a provider`);
    const leave = enter(call.caller.platformId);
    const outside = call.outside ?? ((wait) => wait());
    try {
      return await outside(() => endingAt(withinMs, call, (bounded) => dispatch(method, request, bounded).catch(unknownOutcome)));
    } finally {
      leave();
    }
  };
}

/** An error of a provider is no refusal of the request, whatever its status: the outcome is unknown, and the call can be repeated. */
function unknownOutcome(cause: unknown): never {
  const refusal = isOutage(cause)
    ? fail(ErrorCode.SERVICE_UNAVAILABLE, 'A provider that this request depends on is not available. Try again.')
    : fail(ErrorCode.SERVICE_SWITCH_ERROR, 'A provider that this request depends on has failed. Try again.');
  throw Object.assign(refusal, { cause });
}

/** Reserves a slot and returns its release function. Throws SERVICE_UNAVAILABLE if none is free. */
function placesOf({ name }: DescService): (platformId: string) => () => void {
  const waiting = new Map<string, number>();
  let all = 0;
  return (platformId) => {
    const own = waiting.get(platformId) ?? 0;
    if (all >= places.all || own >= places.ofOnePlatform) {
      throw fail(ErrorCode.SERVICE_UNAVAILABLE, `Too many calls are waiting for the ${name}. Try again.`);
    }
    all += 1;
    waiting.set(platformId, own + 1);
    return () => {
      all -= 1;
      const left = (waiting.get(platformId) ?? 1) - 1;
      if (left > 0) waiting.set(platformId, left);
      else waiting.delete(platformId);
    };
  };
}

/** Passes the deadline along, and stops waiting even if the transport ignores it. */
async function endingAt(withinMs: number, call: Call, send: (bounded: Call) => Promise<Reply>): Promise<Reply> {
  const own = new Date(wall.now().getTime() + withinMs);
  const deadline = call.deadline && call.deadline < own ? call.deadline : own;
  const ending = new AbortController();
  const abort = () => ending.abort();
  call.signal.addEventListener('abort', abort, { once: true });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => {
      reject(fail(ErrorCode.SERVICE_UNAVAILABLE, 'A provider did not answer in time.'));
      ending.abort();
    },
    Math.max(0, deadline.getTime() - wall.now().getTime()),
  );
  try {
    return await Promise.race([send({ ...call, deadline, signal: ending.signal }), late]);
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', abort);
  }
}
