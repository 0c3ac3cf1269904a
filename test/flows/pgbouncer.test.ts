// Two processes on one database, through PgBouncer in transaction mode: payments, their webhooks, and the work of a process that died.
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { startProcess } from '../kit/launch.ts';
import { makeCustomers, nothingKnown, payUntil } from '../kit/load.ts';
import { allIsWell, settle } from '../kit/load-verdict.ts';
import { testPatienceMs } from '../kit/patience.ts';
import { eventually } from '../kit/payments.ts';
import { pgbouncerPath, startPgBouncer } from '../kit/pgbouncer.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

/** In each of three phases. `PGBOUNCER_PAYMENTS=300` for the long form. */
const payments = Number(process.env.PGBOUNCER_PAYMENTS ?? 8);
const absence = pgbouncerPath ? '' : ' (skipped: PgBouncer is not installed)';

describe.skipIf(!pgbouncerPath)(`through PgBouncer${absence}`, () => {
  test('payments survive the death of a process, and of PgBouncer', { timeout: testPatienceMs + payments * 3_000 }, async () => {
    const url = await flowDatabase();
    const pooler = await startPgBouncer(pgbouncerPath ?? '', inject('databaseServer'));
    onTestFinished(() => pooler.close());
    const env = { DATABASE_URL: pooler.urlOf(url), DATABASE_DIRECT_URL: url };
    const [one, other] = [await startProcess({ env }), await startProcess({ env })];
    const rest = restAt(one.origin);
    const receiver = await startReceiver();
    await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
    const [known, customers] = [nothingKnown(), await makeCustomers(rest)];
    const over = new AbortController();
    const paid = (more: number, from = known.executed.length) =>
      eventually(
        () => known.executed.length,
        (count) => count >= from + more,
      );
    const paying = [one, other].map(({ origin }) => payUntil(over.signal, { rest: restAt(origin), customers, known }));

    await paid(payments);
    await pooler.restart();
    await paid(payments);
    await other.end('SIGKILL');
    await paid(payments);
    over.abort();
    await Promise.all(paying);
    await settle({ platform: one, known, url });

    await allIsWell({ platform: one, customers, known, url, receiver });
    expect((await one.end()).code).toBe(0);
  });
});
