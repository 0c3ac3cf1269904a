// When a signed operation is executed: immediately, or by a job after PROCESSING.
import type { Settings } from '../../kit/service/service.ts';
import type { AuthContext, Settlement } from '../context.ts';
import type { SignedRequest } from '../domain/wallet/signed-request.ts';
import type { AuthRows } from '../store/store.ts';
import { isSandbox } from './wallet-refusals.ts';

const sandboxDelayMs = 3_000;

/** Immediately, unless slow sandbox wallets are configured. */
export function openSettlement(settings: Settings): Settlement {
  const delayMs = sandboxDelayMs / settings.sandboxTimeScale;
  return {
    dueAt: ({ caller, clock }) =>
      settings.isSandboxWalletProcessing && isSandbox({ caller, settings })
        ? new Date(clock.now().getTime() + delayMs)
        : undefined,
  };
}

const lookEveryMs = 2_000;

/** When a job checks whether the executing process has died. */
export function nextLook(now: Date): Date {
  return new Date(now.getTime() + lookEveryMs);
}

/** The kind of the jobs that execute operations after PROCESSING. */
export const settleRequestKind = 'settle-request';

export interface Postponed {
  readonly request: Pick<SignedRequest, 'platformId' | 'id' | 'message'>;
  readonly settlesAt: Date;
  /** When the service executes it itself. */
  readonly runAt: Date;
}

/** Records that PROCESSING is answered. If the service has the message, it executes the request itself. */
export async function postpone(
  rows: AuthRows,
  { request, settlesAt, runAt }: Postponed,
  { caller, requestId }: AuthContext,
): Promise<void> {
  await rows.requests.postpone(request, settlesAt);
  const { id, message } = request;
  if (message)
    await rows.jobs.add({ kind: settleRequestKind, key: id, caller, payload: { signedRequestId: id }, runAt, requestId });
}
