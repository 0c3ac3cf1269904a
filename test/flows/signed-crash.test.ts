// The process is killed between a challenge and its retry: another process completes the retry of every operation, and every login.
import { expect, test } from 'vitest';
import { internalAt } from '../kit/internal-at.ts';
import { startProcess, type TestProcess } from '../kit/launch.ts';
import { restAt } from '../kit/rest-at.ts';
import { newHolder } from '../kit/wallet-holder.ts';
import { signed, type Wallets } from '../services/auth/signed-call.ts';
import { signedOperations } from '../services/auth/signed-operations.ts';
import { flowDatabase } from './flow-database.ts';

const env = { DATABASE_URL: await flowDatabase() };

async function walletsAt({ origin, rpc }: TestProcess): Promise<Wallets> {
  const rest = restAt(origin);
  const { body: config } = await rest('GET', '/config');
  const platformId = config.id.slice('PlatformConfig:'.length);
  return { rest, internal: (service) => internalAt(service, rpc, platformId) };
}

test('the next process completes the signed retry of a challenge of another one, once', async () => {
  const first = await startProcess({ env });
  const before = await walletsAt(first);
  // The address of the process is not known before it runs, so the sender of the retries gets it last.
  let rest = before.rest;
  const wallets: Wallets = { ...before, rest: (...call) => rest(...call) };
  const begun = [];
  for (const operation of signedOperations) {
    const holder = await newHolder(wallets, { phoneNumber: '+14155550100' });
    const send = await signed(wallets, holder, await operation.call(wallets, holder));
    begun.push({ operation, holder, send });
  }

  await first.end('SIGKILL');
  const second = await startProcess({ env });
  rest = restAt(second.origin);

  for (const { operation, holder, send } of begun) {
    const { name, status, seen, after, again: [again] = [401] } = operation;
    const [answer, next] = [await send(), await send()];
    expect([name, answer.status, next.status]).toEqual([name, status, again]);
    expect([name, await seen(wallets, holder)]).toEqual([name, after]);
  }
});
