// Measures the calls to providers, by their outcome.
import type { Meter } from '@opentelemetry/api';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Dispatch } from '../core/call.ts';
import { isProvider } from '../core/providers.ts';
import { nameOf, refusalFrom } from '../messages/fail.ts';
import { serviceOf } from '../rpc/remote.ts';

/** Dispatches calls to other processes. Those to services of this installation are measured where they are answered. */
export function measuringProviders(dispatch: Dispatch, meter: Meter): Dispatch {
  const durations = meter.createHistogram('payments_provider_call_duration_seconds', {
    description: 'Duration of calls to providers, by provider, method and result.',
    advice: { explicitBucketBoundaries: boundaries },
  });
  return async (method, request, call) => {
    const provider = serviceOf(method);
    if (!isProvider(provider)) return dispatch(method, request, call);
    const begun = performance.now();
    const note = (code: string) => durations.record((performance.now() - begun) / 1_000, { provider, method: method.name, code });
    try {
      const reply = await dispatch(method, request, call);
      note('OK');
      return reply;
    } catch (error) {
      note(nameOf(refusalFrom(error)?.code ?? ErrorCode.INTERNAL_ERROR));
      throw error;
    }
  };
}

/** Seconds. Calls to providers end after 10 seconds. */
const boundaries = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
