// Reports of the provider about mints and burns: in any order, repeated, and late.
import { expect, test } from 'vitest';
import { OperationState } from '../../../gen/payments/stablecoins/v1/operation_progress_pb.ts';
import { StablecoinReportService } from '../../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { stepsOf } from '../../kit/books.ts';
import { startWorld } from '../../kit/platform.ts';
import { steps as booked, type Kind, newIssuer, request, show } from './operations-world.ts';

const world = await startWorld();
const issuer = await newIssuer(world);
const { minted, unminted, burned } = booked;
const { PENDING, PROCESSING, COMPLETED, TRANSFER_FAILED, FUNDING_RETURNED, FUNDING_MISMATCHED, EXPIRED, REJECTED } =
  OperationState;

// Reports in the order in which they arrive, and the end.
test.each<[string, Kind, OperationState[], string, string | undefined, string[]]>([
  ['in order', 'a mint by wire', [PENDING, PROCESSING, COMPLETED], 'COMPLETED', undefined, minted],
  ['each twice', 'a burn from a wallet', [PROCESSING, PROCESSING, COMPLETED, COMPLETED], 'COMPLETED', undefined, burned],
  ['only the last', 'a mint by debit', [COMPLETED], 'COMPLETED', undefined, minted],
  ['the last first', 'a burn of a balance', [COMPLETED, PROCESSING, PENDING], 'COMPLETED', undefined, burned],
  ['a failure after the end', 'a mint by wire', [COMPLETED, TRANSFER_FAILED], 'COMPLETED', undefined, minted],
  ['an end after the failure', 'a mint by wire', [TRANSFER_FAILED, COMPLETED], 'FAILED', 'PROVIDER_TRANSFER_FAILED', unminted],
  ['a failure before the start', 'a burn of a balance', [TRANSFER_FAILED], 'FAILED', 'PROVIDER_TRANSFER_FAILED', []],
  ['a returned debit', 'a mint by debit', [PROCESSING, FUNDING_RETURNED], 'FAILED', 'FUNDING_RETURNED', unminted],
  ['a debit returned early', 'a mint by debit', [FUNDING_RETURNED], 'FAILED', 'FUNDING_RETURNED', []],
  ['a wrong amount', 'a burn from a wallet', [FUNDING_MISMATCHED, PROCESSING], 'FAILED', 'FUNDING_AMOUNT_MISMATCH', []],
  ['a wrong amount too late', 'a mint by wire', [PROCESSING, FUNDING_MISMATCHED], 'PROCESSING', undefined, ['SC_FUND']],
  ['funds after the end', 'a mint by wire', [EXPIRED, PROCESSING, COMPLETED], 'EXPIRED', undefined, []],
  ['a late refusal', 'a mint by wire', [REJECTED], 'PENDING_FUNDING', undefined, []],
])('reports: %s', async (_, kind, states, status, failureReason, steps) => {
  const { body } = await request(world, issuer, kind, { description: 'Never funded 001' });
  const reports = world.internal(StablecoinReportService);

  for (const state of states) await reports.reportOperation({ stablecoinOperationId: body.id, progress: { state } });

  const { status: found, failureReason: reason } = await show(world, body.id);
  expect([found, reason]).toEqual([status, failureReason]);
  expect(await stepsOf(world.databaseUrl, body.id)).toEqual(steps);
});

test('the provider’s own words are shown, each once, and repeated reports change nothing', async () => {
  const { body: made } = await request(world, issuer, 'a burn of a balance', { description: 'Never funded 001' });
  const reports = world.internal(StablecoinReportService);
  const say = (state: OperationState, providerStatus: string) =>
    reports.reportOperation({ stablecoinOperationId: made.id, progress: { state, providerStatus } });
  const words: string[] = [];
  for (const word of ['queued', 'taken', 'queued']) {
    await say(PENDING, word);
    words.push((await show(world, made.id)).providerStatus);
  }
  await say(COMPLETED, 'paid');
  const paid = await show(world, made.id);
  world.wall.advance(1_000);
  await say(COMPLETED, 'paid');
  const again = await show(world, made.id);
  await say(COMPLETED, 'payout_returned');

  expect(words).toEqual(['queued', 'taken', 'taken']);
  expect(again).toEqual(paid);
  expect(await show(world, made.id)).toMatchObject({ status: 'COMPLETED', providerStatus: 'payout_returned' });
  expect(await stepsOf(world.databaseUrl, made.id)).toEqual(burned);
  await expect(say(COMPLETED, 'Not a word!')).rejects.toThrow(/providerStatus|invalid/);
});
