// A rolling upgrade: processes of an earlier version and of the present one on one database, under a load of payments with webhooks.
// UPGRADE_PAYMENTS=300 runs it; UPGRADE_FROM names another commit.
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../kit/database.ts';
import { checkOut, obstacleTo } from '../kit/earlier-version.ts';
import { startProcess } from '../kit/launch.ts';
import { makeCustomers, nothingKnown, payUntil } from '../kit/load.ts';
import { allIsWell, settle } from '../kit/load-verdict.ts';
import { testPatienceMs } from '../kit/patience.ts';
import { eventually } from '../kit/payments.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';

/** Until the first release, migrations change in place: then name a commit after that change. */
const commit = process.env.UPGRADE_FROM ?? '7e7d286d';
/** In each of three phases. */
const payments = Number(process.env.UPGRADE_PAYMENTS ?? 0);
const obstacle = payments === 0 ? 'UPGRADE_PAYMENTS is not set' : obstacleTo(commit);

test.skipIf(obstacle)(
  `processes of ${commit} and of the present version pay on one database${obstacle ? ` (skipped: ${obstacle})` : ''}`,
  {
    timeout: 4 * testPatienceMs,
  },
  async () => {
    const earlier = checkOut(commit);
    onTestFinished(() => earlier.remove());
    const url = await testDatabase();
    const env = { DATABASE_URL: url };
    const startEarlier = () => startProcess({ env, root: earlier.root });
    const [known, receiver] = [nothingKnown(), await startReceiver()];
    const over = new AbortController();
    const paying: Promise<void>[] = [];
    const first = await startEarlier();
    const rest = restAt(first.origin);
    await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
    const customers = await makeCustomers(rest);
    const load = ({ origin }: { readonly origin: string }) =>
      paying.push(payUntil(over.signal, { rest: restAt(origin), customers, known }));
    const paid = async (from = known.executed.length) =>
      void (await eventually(
        () => known.executed.length,
        (count) => count >= from + payments,
      ));
    load(first);
    await paid();

    const present = await startProcess({ env });
    load(present);
    await paid();
    const second = await startEarlier(); // beside a schema that is newer
    load(second);
    await first.end('SIGKILL');
    await paid();
    over.abort();
    await Promise.all(paying);
    expect((await second.end()).code).toBe(0);
    await settle({ platform: present, known, url });

    await allIsWell({ platform: present, customers, known, url, receiver });
    console.log(`${known.executed.length} payments by ${commit} and the present version.`);
  },
);
