// A payment over REST: a quote and its execution.
import type { Pool } from 'undici';
import { versionPrefix } from '../../gateway/version.ts';
import { authorization } from './gateway.ts';
import type { Payer } from './payers.ts';

/** Milliseconds. */
export interface Took {
  readonly execution: number;
  /** From the request for the quote to the end of the execution. */
  readonly payment: number;
}

/** `isAwaited`: requests the payment until it is completed, if the execution does not return it so. */
export async function payOnce(pool: Pool, { accountId, bankId }: Payer, isAwaited = false): Promise<Took> {
  const startMs = performance.now();
  const { id } = await callAt(pool, 'POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: bankId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
  });
  const quotedMs = performance.now();
  let { status } = await callAt(pool, 'POST', `/quotes/${id}/execute`, {});
  const execution = performance.now() - quotedMs;
  if (isAwaited) while (status !== 'COMPLETED') ({ status } = await callAt(pool, 'GET', `/quotes/${id}`));
  return { execution, payment: performance.now() - startMs };
}

interface Answer {
  readonly id: string;
  readonly status: string;
}

/** Paths are without the version. Throws if the request is refused. */
export async function callAt(pool: Pool, method: 'GET' | 'POST', path: string, json?: object): Promise<Answer> {
  const headers = { authorization, ...(json && { 'content-type': 'application/json' }) };
  const body = json ? JSON.stringify(json) : null;
  const answer = await pool.request({ method, path: versionPrefix + path, headers, body });
  const said = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${said}`);
  return JSON.parse(said) as Answer;
}
