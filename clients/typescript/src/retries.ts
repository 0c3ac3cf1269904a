// Repeats a request until it has a final response: after lost responses, failures of the platform, and too many requests.
import type { Answer } from './transport.ts';

export interface RetryPolicy {
  /** Attempts after the first one. */
  readonly retriesMax: number;
  readonly wait: (ms: number) => Promise<void>;
  /** Whether a repeat has no second effect. Otherwise only requests that certainly had none are repeated. */
  readonly isRepeatable: boolean;
  /** The caller stopped waiting. */
  readonly isAborted: () => boolean;
}

/** The first final response, and whether an earlier attempt may have had an effect. Throws the error of the last attempt. */
export async function withRetries(
  attempt: () => Promise<Answer>,
  { retriesMax, wait, isRepeatable, isAborted }: RetryPolicy,
): Promise<{ readonly answer: Answer; readonly mayHaveRun: boolean }> {
  for (let retries = 0, mayHaveRun = false; ; retries++) {
    const result = await attempt().then(answered, failed);
    const isFinal = retries >= retriesMax || isAborted() || !isWorthwhile(result, isRepeatable);
    if (isFinal && 'error' in result) throw result.error;
    if (isFinal && 'answer' in result) return { answer: result.answer, mayHaveRun };
    mayHaveRun ||= !('answer' in result) || result.answer.status >= 500;
    await wait(delayMs(retries, 'answer' in result ? result.answer : undefined));
  }
}

type Result = { readonly answer: Answer } | { readonly error: unknown };

const answered = (answer: Answer): Result => ({ answer });
const failed = (error: unknown): Result => ({ error });

/** 429 never has an effect. 409 with a wait is an earlier attempt that still runs. */
function isWorthwhile(result: Result, isRepeatable: boolean): boolean {
  if ('error' in result) return isRepeatable;
  const { status, headers } = result.answer;
  if (headers.get('x-should-retry') === 'false') return false;
  if (status === 429) return true;
  return isRepeatable && (status >= 500 || (status === 409 && headers.has('retry-after')));
}

const firstDelayMs = 250;
const delayMsMax = 8_000;

/** Doubles, varies by half so that clients do not retry at the same time, and respects Retry-After. */
function delayMs(retries: number, answer: Answer | undefined): number {
  const [chance = 0] = crypto.getRandomValues(new Uint32Array(1));
  const ms = Math.min(delayMsMax, firstDelayMs * 2 ** retries) * (0.5 + chance / 2 ** 33);
  const requestedMs = Number(answer?.headers.get('retry-after') ?? 0) * 1000;
  return Math.max(ms, Number.isFinite(requestedMs) ? requestedMs : 0);
}
