// A process that calls signed operations of wallets: without a signature, then with one.
import { Pool } from 'undici';
import { versionPrefix } from '../../gateway/version.ts';
import { answerTasks } from '../kit/answer-tasks.ts';
import { callRepeatedly } from '../kit/callers.ts';
import { authorization } from '../kit/gateway.ts';
import { type Challenge, signedHeaders, type Wallet } from './wallets.ts';

export interface SignedLoad {
  readonly origin: string;
  readonly wallets: readonly Wallet[];
  readonly requests: number;
  /** Once without a signature, then the same with stamps or with the sandbox's signature. */
  readonly leg: 'first' | 'stamped' | 'stood in';
}

const callers = 8;
const pools = new Map<string, Pool>();
/** Requests that are ready to be repeated. */
let challenges: Challenge[] = [];

answerTasks<SignedLoad, number>(async ({ origin, wallets, requests, leg }) => {
  const pool = pools.get(origin) ?? new Pool(origin, { connections: callers, pipelining: 1 });
  pools.set(origin, pool);
  const walletAt = (index: number) => wallets[index % wallets.length];
  if (leg === 'first') {
    const answers: Challenge[] = Array(requests);
    const seconds = await callRepeatedly(callers, requests, async (index) => {
      answers[index] = await change(pool, { wallet: walletAt(index), status: 202, headers: {} });
    });
    challenges = answers;
    return seconds;
  }

  return callRepeatedly(callers, requests, async (index) => {
    const wallet = walletAt(index);
    const [challenge] = challenges.splice(index, 1, spent);
    const headers = challenge && wallet ? signedHeaders(challenge, wallet.key) : {};
    const standIn = leg === 'stood in' ? { 'service-wallet-signature': 'sandbox-valid-signature' } : {};
    await change(pool, { wallet, status: 200, headers: { ...headers, ...standIn } });
  });
});

const spent: Challenge = { payloadToSign: '', requestId: '' };

interface Change {
  readonly wallet: Wallet | undefined;
  /** The expected status. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request log of a sandbox platform takes 50 entries a second at most, which would be part of some rounds and not of others. */
const unlogged = { 'service-request-log': 'off' };

/** Keeps the privacy of a wallet unchanged, the smallest signed operation. */
async function change(pool: Pool, { wallet, status, headers }: Change): Promise<Challenge> {
  const { statusCode, body } = await pool.request({
    method: 'PATCH',
    path: `${versionPrefix}/internal-accounts/${wallet?.accountId}`,
    headers: { authorization, ...unlogged, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ privateEnabled: false }),
  });
  const text = await body.text();
  if (statusCode !== status) throw new Error(`${statusCode} ${text}`);
  return JSON.parse(text) as Challenge;
}
