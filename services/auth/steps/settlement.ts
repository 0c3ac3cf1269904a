// How soon what was signed for is carried out: at once, or by a job after PROCESSING was answered.
import type { Settings } from '../../kit/service/service.ts';
import type { AuthContext, Settlement } from '../context.ts';
import type { SignedRequest } from '../domain/wallet/signed-request.ts';
import type { AuthRows } from '../store/store.ts';
import { isSandbox } from './wallet-refusals.ts';

const sandboxDelayMs = 3_000;

/** At once, unless the operator wants wallets of the sandbox to be slow. */
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

/** When a job looks whether the process that carries out a request is dead. */
export function nextLook(now: Date): Date {
  return new Date(now.getTime() + lookEveryMs);
}

/** The kind of the jobs that carry out what was answered PROCESSING. */
export const settleRequestKind = 'settle-request';

export interface Postponed {
  readonly request: Pick<SignedRequest, 'platformId' | 'id' | 'message'>;
  readonly settlesAt: Date;
  /** When the service sets about it itself. */
  readonly runAt: Date;
}

/** Notes that PROCESSING is answered. Where the service has the message, it carries the request out alone, whoever asks for it again. */
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
