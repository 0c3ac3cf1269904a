// Where a Citus cluster runs each statement of the stores: docs/scaling.md.
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { services } from '../../services/all.ts';
import { citusUrl } from '../kit/citus.ts';
import { testDatabase } from '../kit/database.ts';
import { templateOf } from '../kit/doors.ts';
import { type Verdict, verdictOn } from './cluster-verdict.ts';
import { schemaOf, storeFiles } from './store-files.ts';
import { workOf } from './store-statements.ts';

const absence = citusUrl ? '' : ' (skipped: CITUS_URL is not set)';

/** Functions whose statements visit all workers, and why. Complete for the kit and the webhooks service. */
const ofAllWorkers: Readonly<Record<string, string>> = {
  'services/kit/background/backlog.ts readBacklog': 'counts the waiting work of a service, for its gauges',
  'services/kit/background/dead-letters.ts list, findings': 'for the operator of all platforms',
  'services/kit/background/job-claims.ts nextDue': 'time of the next job',
  'services/kit/background/outbox-claims.ts claim': 'finds the platforms with events',
  'services/kit/calls/idempotency.ts sweep': 'finds the platforms with old rows',
  'services/webhooks/store/backlog.ts readBacklog': 'counts waiting deliveries, for gauges',
  'services/webhooks/store/deliveries-apart.ts platformsDueApart': 'finds the platforms with due deliveries',
  'services/webhooks/store/deliveries.ts platformsDue': 'finds the platforms with due deliveries',
  'services/webhooks/store/events.ts removeBefore': 'finds the platforms with old rows',
  'services/webhooks/store/events.ts removeAttemptsBefore': 'finds the platforms with old rows',
  'services/webhooks/store/lanes.ts releaseAll': 'finds the platforms of the leases of a process that stops',
};

const isComplete = (at: string) => /^services\/(kit|webhooks)\//.test(at);

describe.skipIf(!citusUrl)(`on a cluster${absence}`, () => {
  test('statements run on one worker, or on the coordinator', async () => {
    const client = new Client({ connectionString: await testDatabase(await templateOf(services)) });
    await client.connect();
    onTestFinished(() => client.end());
    const found: { verdict: Verdict; at: string }[] = [];

    for (const file of storeFiles) {
      await client.query(`set search_path = ${schemaOf(file)}`);
      for (const { sql, by } of (await workOf(file, true)).statements.filter(({ isWhole }) => isWhole)) {
        const verdict = await verdictOn(client, sql);
        if (verdict) found.push({ verdict, at: `${file} ${[...by].join(', ')}` });
      }
    }

    const of = (verdict: Verdict) => found.filter((one) => one.verdict === verdict).map(({ at }) => at);
    const [refused, several, one, here] = [of('refused'), of('several workers'), of('one worker'), of('coordinator')];
    const others = several.filter((at) => !(at in ofAllWorkers));
    console.info(
      `Of ${found.length} statements, one worker runs ${one.length}, the coordinator ${here.length}, several workers ${several.length}.`,
      ['Refused:', ...refused, 'On several workers, and not listed here:', ...others].join('\n'),
    );
    expect([...refused, ...others].filter(isComplete)).toEqual([]);
    expect(Object.keys(ofAllWorkers).filter((at) => !several.includes(at))).toEqual([]);
    expect(one.length).toBeGreaterThan(others.length);
  });
});
