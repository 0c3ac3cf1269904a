// The process and the database are killed at random moments under load: nothing acknowledged is lost, nothing happens twice.
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { killAll, startProcess, type TestProcess } from '../kit/launch.ts';
import { type Customers, type Known, makeCustomers, nothingKnown, payUntil } from '../kit/load.ts';
import { allIsWell, settle } from '../kit/load-verdict.ts';
import { testPatienceMs } from '../kit/patience.ts';
import { eventually } from '../kit/payments.ts';
import { postgresFolder } from '../kit/postgres-folder.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

/** `CRASH_ROUNDS=50` for the long form. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 3);

test(`the process, killed ${rounds} times`, { timeout: (rounds + 1) * testPatienceMs }, async () => {
  const url = await flowDatabase();
  const env = { DATABASE_URL: url };
  let platform = await startProcess({ env });
  const { known, customers, receiver } = await open(platform);

  for (let round = 0; round < rounds; round++) {
    await load({ platform, customers, known }, async () => {
      await platform.end('SIGKILL');
    });
    platform = await startProcess({ env });
    await settle({ platform, known, url });
    await allIsWell({ platform, customers, known, url, receiver });
  }
  expect((await platform.end()).code).toBe(0);
});

test(`the embedded database, killed ${rounds} times, then both together`, {
  timeout: (rounds + 2) * testPatienceMs,
}, async () => {
  const { dataDir, remove } = postgresFolder('crash');
  onTestFinished(() => (killAll(), remove()));
  const env = { DATA_DIR: dataDir };
  let platform = await startProcess({ env });
  const { known, customers, receiver } = await open(platform);

  for (let round = 0; round < rounds; round++) {
    await load({ platform, customers, known }, async () => {
      process.kill(postmasterOf(dataDir).pid, 'SIGKILL');
      await eventually(readyAt(platform), (isReady) => isReady);
      await pause(randomInt(100, 500)); // and some load on the restarted database
    });
    await settle({ platform, known, url: postmasterOf(dataDir).url });
    await allIsWell({ platform, customers, known, url: postmasterOf(dataDir).url, receiver });
  }

  await load({ platform, customers, known }, async () => {
    process.kill(postmasterOf(dataDir).pid, 'SIGKILL');
    await platform.end('SIGKILL');
  });
  platform = await startProcess({ env });
  await settle({ platform, known, url: postmasterOf(dataDir).url });
  await allIsWell({ platform, customers, known, url: postmasterOf(dataDir).url, receiver });
  expect((await platform.end()).code).toBe(0);
});

async function open({ origin }: TestProcess): Promise<{ known: Known; customers: Customers; receiver: Receiver }> {
  const rest = restAt(origin);
  const receiver = await startReceiver();
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  return { known: nothingKnown(), customers: await makeCustomers(rest), receiver };
}

/** Clients pay until a random moment, then the failure strikes. */
async function load(
  { platform, customers, known }: { platform: TestProcess; customers: Customers; known: Known },
  strike: () => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const paying = payUntil(over.signal, { rest: restAt(platform.origin), customers, known });
  await pause(randomInt(300, 1_500)); // the moment is random on purpose: this waits for no event
  await strike();
  over.abort();
  await paying;
}

function readyAt({ origin }: TestProcess): () => Promise<boolean> {
  return async () => {
    const { status } = await restAt(origin)('GET', '/config').catch(() => ({ status: 0 }));
    return status === 200;
  };
}

/** The file with PostgreSQL's process id and port. */
function postmasterOf(dataDir: string): { pid: number; url: string } {
  const [pid, , , port] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(dataDir, 'postgres/superuser.password'), 'utf8').trim();
  return { pid: Number(pid), url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres` };
}
