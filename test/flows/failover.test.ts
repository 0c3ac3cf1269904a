// The database fails over to its standby under a load of payments.
import { afterAll, expect, test } from 'vitest';
import { startReplicated } from '../kit/replicated-postgres.ts';
import { failOverUnderLoad, recoveryMsMax } from './failover-load.ts';

/** `FAILOVERS=20` for the long form. */
const failovers = Number(process.env.FAILOVERS ?? 1);

const postgres = await startReplicated();
afterAll(() => postgres.remove());

test(`the database fails over ${failovers} times under a load of payments`, { timeout: failovers * 120_000 }, async () => {
  const recoveryMs = await failOverUnderLoad(postgres, failovers);

  expect(recoveryMs).toBeLessThan(recoveryMsMax);
});
