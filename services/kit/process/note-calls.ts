// Writes a log line per answered call, counts calls by their result, and measures their durations.
import type { Meter } from '@opentelemetry/api';
import type { AnsweredCall, NoteCall } from '../core/answered-calls.ts';
import { anonymous, type Caller } from '../core/caller.ts';
import type { Log } from '../core/log.ts';

/** Calls of our own processes are counted too, but logged only at `debug`: the first door logs the call that caused them. */
export function callNotes({ log, meter }: { readonly log: Log; readonly meter: Meter }): NoteCall {
  const calls = meter.createCounter('payments_calls_total', {
    description: 'Answered calls, by door, method, result and environment.',
  });
  const durations = meter.createHistogram('payments_call_duration_seconds', {
    description: 'Duration of calls, by door, method and environment.',
    advice: { explicitBucketBoundaries: boundaries },
  });
  return (call) => {
    const { door, method, code, ms, caller } = call;
    const labels = { door, method, environment: caller?.environment ?? 'none' };
    calls.add(1, { ...labels, code });
    durations.record(ms / 1_000, labels);
    if (caller?.service === undefined) log.info(fieldsOf(call), 'A call was answered.');
    else log.debug(fieldsOf(call), 'A call was answered.');
  };
}

/** Seconds. */
const boundaries = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function fieldsOf({ caller, ms, ...known }: AnsweredCall): object {
  return { ...known, ms: Math.round(ms * 10) / 10, ...(caller && caller !== anonymous && whoOf(caller)) };
}

function whoOf({ platformId, tokenId, operatorId, service }: Caller): object {
  return {
    platformId,
    ...(tokenId !== undefined && { tokenId }),
    ...(operatorId !== undefined && { operatorId }),
    ...(service !== undefined && { caller: service }),
  };
}
