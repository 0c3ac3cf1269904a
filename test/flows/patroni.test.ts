// The database fails over under Patroni, with strict synchronous replication, under a load of payments.
import { describe, expect, onTestFinished, test } from 'vitest';
import { testPatienceMs } from '../kit/patience.ts';
import { isPatroniInstalled, startPatroni } from '../kit/patroni.ts';
import { failOverUnderLoad, recoveryMsMax } from './failover-load.ts';

/** `FAILOVERS=20` for the long form, in which every second failover is the death of a whole node. */
const failovers = Number(process.env.FAILOVERS ?? 1);
/** Judged in the long form only: beside other tests, servers and Patroni wait for processors. */
const msMax = process.env.FAILOVERS ? recoveryMsMax : testPatienceMs;
const absence = isPatroniInstalled ? '' : ' (skipped: Patroni, etcd and PostgreSQL are not installed)';

describe.skipIf(!isPatroniInstalled)(`under Patroni${absence}`, () => {
  test(`the database fails over ${failovers} times under a load of payments`, { timeout: failovers * 240_000 }, async () => {
    const postgres = await startPatroni({ deathOf: (failover) => (failover % 2 === 0 ? 'PostgreSQL' : 'node') });
    onTestFinished(() => postgres.remove());

    const recoveryMs = await failOverUnderLoad(postgres, failovers);

    expect(recoveryMs).toBeLessThan(msMax);
  });
});
