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

/** Functions whose statements visit all workers, and why. */
const ofAllWorkers: Readonly<Record<string, string>> = {
  'services/accounts/store/audit-findings.ts findingCount': 'audit',
  'services/accounts/store/audit-findings.ts forgetMended': 'finds the platforms with findings',
  'services/accounts/store/audit-readings.ts nextStretch': 'audit',
  'services/accounts/store/audit-readings.ts platformsIn': 'finds the platforms with new journals',
  'services/accounts/store/audit-readings.ts readAgain': 'audit',
  'services/accounts/store/audit-readings.ts replace': 'finds the platforms with old sums',
  'services/accounts/store/audit-sums-apart.ts platformsIn': 'finds the platforms with new journals',
  'services/accounts/store/audit-sums-apart.ts removeSumsApart': 'finds the platforms with old sums',
  'services/accounts/store/internal-account-lists.ts withoutCoordinates': 'sweep',
  'services/accounts/store/internal-accounts.ts withoutCoordinates': 'sweep',
  'services/accounts/store/journals.ts subjects': 'audit',
  'services/auth/store/failed-attempts.ts sweep': 'finds the platforms with old rows',
  'services/cards/store/audit.ts found': 'audit',
  'services/cards/store/audit.ts next': 'audit',
  'services/cards/store/audit.ts orphans': 'audit',
  'services/cards/store/due-payments.ts placesDue': 'finds the platforms with due payments',
  'services/customers/store/uma-addresses.ts of': 'directory of UMA addresses',
  'services/kit/background/backlog.ts readBacklog': 'counts the waiting work of a service, for its gauges',
  'services/kit/background/dead-letters.ts list, findings': 'for the operator of all platforms',
  'services/kit/background/job-claims.ts nextDue': 'time of the next job',
  'services/kit/background/outbox-claims.ts claim': 'finds the platforms with events',
  'services/kit/calls/idempotency.ts sweep': 'finds the platforms with old rows',
  'services/platform/store/platforms.ts list': 'for the operator of all platforms',
  'services/stablecoins/store/audit.ts found': 'audit',
  'services/stablecoins/store/audit.ts next': 'audit',
  'services/stablecoins/store/audit.ts orphans': 'audit',
  'services/transfers/store/audit-strays.ts found': 'audit',
  'services/transfers/store/audit-walk.ts found': 'audit',
  'services/transfers/store/audit-walk.ts next': 'audit',
  'services/transfers/store/count-changes.ts platformsToFold': 'finds the platforms with changed counts',
  'services/transfers/store/expiry-apart.ts lapsedPlatforms': 'finds the platforms with expired quotes',
  'services/transfers/store/lapses-apart.ts removeExpiredApart': 'finds the platforms with old rows',
  'services/transfers/store/lapses.ts removeExpired': 'finds the platforms with old rows',
  'services/transfers/store/open-payments.ts openPayments': 'counts open payments, for gauges',
  'services/transfers/store/transactions.ts lapsedPlatforms': 'finds the platforms with expired quotes',
  'services/webhooks/store/backlog.ts readBacklog': 'counts waiting deliveries, for gauges',
  'services/webhooks/store/deliveries-apart.ts platformsDueApart': 'finds the platforms with due deliveries',
  'services/webhooks/store/deliveries.ts platformsDue': 'finds the platforms with due deliveries',
  'services/webhooks/store/events.ts removeAttemptsBefore': 'finds the platforms with old rows',
  'services/webhooks/store/events.ts removeBefore': 'finds the platforms with old rows',
  'services/webhooks/store/lanes.ts releaseAll': 'finds the platforms of the leases of a process that stops',
};

/** Functions that run only on tables of one server: on a cluster, others replace them, or pass keys of one platform. */
const ofOneServer: readonly string[] = [
  'services/accounts/store/audit-readings.ts addSums',
  'services/accounts/store/ledger-statements.ts lockBalances',
  'services/accounts/store/ledger-statements.ts readAccounts',
  'services/accounts/store/ledger-statements.ts readMarks',
  'services/accounts/store/unchanged-posts.ts bookIfUnchanged',
  'services/transfers/store/count-folds.ts fold',
];

/** Functions that this test calls without a platform. Their callers always pass one. */
const withoutPlatform: readonly string[] = [
  'services/auth/store/credentials.ts insert',
  'services/auth/store/otp-resends.ts insert',
  'services/auth/store/sca-resets.ts start',
  'services/auth/store/tokens.ts insert',
  'services/cards/store/cards.ts insert',
  'services/customers/store/kyc-links.ts insert',
  'services/stablecoins/store/operations.ts insert',
  'services/stablecoins/store/provider-accounts.ts insert',
  'services/stablecoins/store/stablecoins.ts insert',
  'services/transfers/store/transaction-list.ts page',
];

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
    const known = new Set([...Object.keys(ofAllWorkers), ...ofOneServer, ...withoutPlatform]);
    const others = [...refused, ...several].filter((at) => !known.has(at));
    console.info(
      `Of ${found.length} statements, one worker runs ${one.length}, the coordinator ${here.length}, several workers ${several.length}.`,
      ['Refused, or on several workers, and not listed here:', ...others].join('\n'),
    );
    expect(others).toEqual([]);
    expect([...known].filter((at) => ![...refused, ...several].includes(at))).toEqual([]);
    expect(refused.filter((at) => !ofOneServer.includes(at))).toEqual([]);
    expect(one.length).toBeGreaterThan(others.length);
  });
});
