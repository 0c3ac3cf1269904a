// The master key is replaced while two processes pay: nothing fails, and afterwards the old key opens nothing.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { PlatformService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { testDatabase } from '../kit/database.ts';
import { masterKey as newKey, startProcess, type TestProcess } from '../kit/launch.ts';
import { makeCustomers, nothingKnown, payUntil } from '../kit/load.ts';
import { allIsWell, settle } from '../kit/load-verdict.ts';
import { newOperator } from '../kit/operator.ts';
import { testPatienceMs } from '../kit/patience.ts';
import { eventually } from '../kit/payments.ts';
import { startReceiver } from '../kit/receiver.ts';
import type { Rest } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';
import { columnsUnderKey } from './bytes-columns.ts';

const oldKey = randomBytes(32).toString('hex');
const url = await testDatabase();
const database = new Client({ connectionString: url });
await database.connect();
afterAll(() => database.end());

/** Passes calls to the processes in turn, and none to a process that is about to stop, like a load balancer. */
class Balancer {
  readonly #open = new Map<TestProcess, number>();
  readonly #stopping = new Set<TestProcess>();
  #next = 0;

  add(process: TestProcess): void {
    this.#open.set(process, 0);
  }

  readonly rest: Rest = async (...call) => {
    const ready = [...this.#open.keys()].filter((process) => !this.#stopping.has(process));
    const process = ready[this.#next++ % ready.length];
    if (!process) throw new Error('No process is ready.');
    this.#open.set(process, (this.#open.get(process) ?? 0) + 1);
    return restAt(process.origin)(...call).finally(() => this.#open.set(process, (this.#open.get(process) ?? 0) - 1));
  };

  /** Stops a process when its calls have ended. */
  async stop(process: TestProcess): Promise<void> {
    this.#stopping.add(process);
    await eventually(
      () => this.#open.get(process),
      (calls) => calls === 0,
    );
    this.#open.delete(process);
    const { code, output } = await process.end();
    if (code !== 0) throw new Error(`A process stopped with code ${code}: ${output}`);
  }
}

test('a master key is replaced under load, without a failed call', { timeout: 3 * testPatienceMs }, async () => {
  const balancer = new Balancer();
  const { rest } = balancer;
  const replace = async (former: TestProcess | undefined, ...keys: readonly string[]) => {
    const successor = await startProcess({ env: { DATABASE_URL: url, MASTER_KEY: keys.join() } });
    balancer.add(successor);
    if (former) await balancer.stop(former);
    return successor;
  };
  const one = await replace(undefined, oldKey, newKey);
  const other = await replace(undefined, oldKey, newKey);
  const receiver = await startReceiver();
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const [known, customers] = [nothingKnown(), await makeCustomers(rest)];
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const paying = payUntil(over.signal, { rest, customers, known });

  const second = await replace(one, newKey, oldKey);
  const operator = await newOperator(second.rpc, { MASTER_KEY: newKey });
  const early = await operator.run('keys', 'reseal');
  const third = await replace(other, newKey, oldKey);
  await operator.json('keys', 'reseal');
  await eventually(
    () => operator.run('keys', 'check'),
    ({ err }) => err.includes('All values are sealed under the newest key.'),
  );
  const platform = await replace(second, newKey);
  await replace(third, newKey);
  over.abort();
  await paying;

  expect([early.code, early.err]).toEqual([1, expect.stringContaining('FORMER_KEY_IN_USE')]);
  expect([known.unanswered, known.strange]).toEqual([[], []]);
  await settle({ platform, known, url });
  await allIsWell({ platform, customers, known, url, receiver });
  expect(await columnsUnderKey(database, Buffer.from(oldKey, 'hex'))).toEqual([]);
  await expect(configAs(oldKey, platform)).rejects.toThrow('not valid');
  await expect(configAs(newKey, platform)).resolves.toBeDefined();
});

/** A call of a process that signs with keys derived from this master key. */
function configAs(key: string, { rpc }: TestProcess) {
  const keys = openSecrets([Buffer.from(key, 'hex')]).keysFor('caller tokens');
  const remote = openRemote({ addressOf: () => `http://${rpc}`, tokens: callerTokens({ keys, audiences: [], wall }) });
  const platformId = '01900000-0000-7000-8000-000000000001';
  const caller = { platformId, environment: 'sandbox', permissions: [], clockOffsetMs: 0, service: 'test' } as const;
  const call = { caller, requestId: 'test', signal: new AbortController().signal, admitted: false };
  return clientOf(PlatformService, remote.dispatch)(call).getConfig({});
}
