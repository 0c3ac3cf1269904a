// The audit of mints and burns: no findings in any legitimate state, and one for each that differs from its journals.
import { expect, test } from 'vitest';
import { OperationState } from '../../gen/payments/stablecoins/v1/operation_progress_pb.ts';
import { StablecoinReportService } from '../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { select } from '../kit/books.ts';
import { expectErrors } from '../kit/log.ts';
import { startWorld } from '../kit/platform.ts';
import { type Kind, newIssuer, request } from '../services/stablecoins/operations-world.ts';

const world = await startWorld();
expectErrors('Ledger invariant violated.');
const issuer = await newIssuer(world);
const { PROCESSING, COMPLETED, TRANSFER_FAILED, EXPIRED } = OperationState;

/** The number of findings, and the operations that differ. */
async function named(): Promise<{ found: number; ids: string[] }> {
  await world.running.audit();
  const rows = await select<{ id: string }>(world.databaseUrl, 'select operation_id as id from stablecoins.audit_finding');
  const { payload } = await world.app.inject({ method: 'GET', url: '/metrics' });
  const [, found] = /findings\{service="stablecoins"\} (\d+)/.exec(payload) ?? [];
  return { found: Number(found), ids: rows.map(({ id }) => id) };
}

/** An operation that the provider reports in these states. Returns its uuid. */
async function operation(kind: Kind, states: readonly OperationState[]): Promise<string> {
  const { body } = await request(world, issuer, kind, { description: 'Never funded 001' });
  const reports = world.internal(StablecoinReportService);
  for (const state of states) await reports.reportOperation({ stablecoinOperationId: body.id, progress: { state } });
  return uuidIn(body.id);
}

const change = (id: string, statement: string) => select(world.databaseUrl, statement, [id]);
const none = { found: 0, ids: [] };

test('operations in all states have no findings', async () => {
  for (const kind of ['a mint by wire', 'a mint by debit', 'a burn from a wallet', 'a burn of a balance'] as const) {
    for (const states of [[], [PROCESSING], [COMPLETED], [PROCESSING, TRANSFER_FAILED], [EXPIRED]]) await operation(kind, states);
  }

  expect(await named()).toEqual(none);
});

test.each<[string, Kind, OperationState, string, string]>([
  ['has another amount', 'a mint by wire', COMPLETED, 'cents = cents + 1', 'cents = cents - 1'],
  ['has other tokens', 'a burn from a wallet', PROCESSING, 'amount = amount + 1', 'amount = amount - 1'],
  ['has the kind of another', 'a mint by wire', COMPLETED, `kind = 'BURN', rail = 'WIRE'`, `kind = 'MINT', rail = null`],
  ['ended without its last step', 'a mint by debit', PROCESSING, `status = 'COMPLETED'`, `status = 'PROCESSING'`],
  ['expired after its start', 'a mint by wire', PROCESSING, `status = 'EXPIRED'`, `status = 'PROCESSING'`],
])('an operation that %s is found with its id, until it is corrected', async (_, kind, state, tampered, corrected) => {
  const id = await operation(kind, [state]);

  await change(id, `update stablecoins.operation set ${tampered} where id = $1`);
  const found = await named();
  await change(id, `update stablecoins.operation set ${corrected} where id = $1`);

  expect([found, await named()]).toEqual([{ found: 1, ids: [id] }, none]);
});

test('a step that waits to be booked is left to its job, and found when the job is given up', async () => {
  const id = await operation('a mint by wire', [PROCESSING]);
  await change(id, `update stablecoins.operation set status = 'COMPLETED' where id = $1`);
  await change(id, addedJob('book-operation'));

  const waiting = await named();
  await change(id, `update stablecoins.job set died_at = now() where payload ->> 'id' = $1::text and kind = 'book-operation'`);
  const givenUp = await named();
  await change(id, `delete from stablecoins.job where payload ->> 'id' = $1::text and kind = 'book-operation'`);
  await change(id, `update stablecoins.operation set status = 'PROCESSING' where id = $1`);

  expect([waiting, givenUp, await named()]).toEqual([none, { found: 2, ids: [id] }, none]); // the job is a finding too
});

test('an operation in progress without a job is found', async () => {
  const id = await operation('a mint by wire', []);
  await change(id, `update stablecoins.job set died_at = now() where key = $1::text and kind = 'follow-operation'`);

  const abandoned = await named();
  await change(id, `update stablecoins.job set died_at = null where key = $1::text and kind = 'follow-operation'`);

  expect([abandoned, await named()]).toEqual([{ found: 2, ids: [] }, none]); // the job is a finding too
});

const addedJob = (kind: string) => `
  insert into stablecoins.job (platform_id, kind, key, environment, clock_offset_ms, payload, run_at, due_at, request_id, created_at)
  select platform_id, '${kind}', id || ' SC_MINT', 'SANDBOX', 0, jsonb_build_object('id', id), now() + interval '1 day',
    now() + interval '1 day', '', now()
  from stablecoins.operation where id = $1`;
