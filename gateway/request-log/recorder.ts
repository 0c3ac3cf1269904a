// Sends answered requests to the log of their platform: in batches, after the response, at a limited rate.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LoggedRequestSchema } from '../../gen/payments/platform/v1/request_log_pb.ts';
import { RequestRecorderService } from '../../gen/payments/platform/v1/request_recorder_pb.ts';
import { callAs } from '../../services/kit/calls/authenticator.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import type { Dispatch } from '../../services/kit/core/call.ts';
import type { Log } from '../../services/kit/core/log.ts';

export type Entry = MessageInitShape<typeof LoggedRequestSchema>;

export interface Recorder {
  /** `entry` is created only if it will be sent. `platformId`: of a sandbox platform. */
  add(platformId: string, entry: () => Entry): void;
  /** Sends what is waiting. */
  close(): Promise<void>;
}

/** Requests above the limit are counted in the next entry of their platform. What cannot be written is lost. */
export function openRecorder({ dispatch, log }: { readonly dispatch: Dispatch; readonly log: Log }): Recorder {
  const recorderOf = clientOf(RequestRecorderService, dispatch);
  const skipped = new Map<string, number>();
  let waiting = new Map<string, Entry[]>();
  let allowance = burst;
  let sending = Promise.resolve();
  let isSending = false;

  const send = async (platformId: string, requests: Entry[]) => {
    const call = callAs('gateway', 'request-log');
    const caller = { ...call.caller, platformId };
    for (let start = 0; start < requests.length; start += batchMax)
      await recorderOf({ ...call, caller }).recordRequests({ requests: requests.slice(start, start + batchMax) });
  };
  const sendAll = async () => {
    isSending = true;
    const batches = waiting;
    waiting = new Map();
    for (const [platformId, requests] of batches)
      await send(platformId, requests).catch((error: unknown) =>
        log.warn({ err: error, platformId, lost: requests.length }, 'Requests could not be written to the request log.'),
      );
    isSending = false;
  };
  const timer = setInterval(() => {
    allowance = Math.min(burst, allowance + (perSecond * everyMs) / 1_000);
    if (waiting.size > 0 && !isSending) sending = sendAll();
  }, everyMs).unref();

  return {
    add(platformId, entry) {
      const skippedCount = skipped.get(platformId) ?? 0;
      if (allowance < 1) return void skipped.set(platformId, skippedCount + 1);
      allowance -= 1;
      skipped.delete(platformId);
      const entries = waiting.get(platformId) ?? [];
      entries.push({ ...entry(), ...(skippedCount > 0 && { skippedCount }) });
      waiting.set(platformId, entries);
    },
    async close() {
      clearInterval(timer);
      await sending;
      await sendAll();
    },
  };
}

const everyMs = 250;
/** Of a process, over time and at once: what a person follows, and a test suite needs. A load test is not recorded in full. */
const [perSecond, burst] = [50, 500];
const batchMax = 100;
