// The entries of a rail in pages and periods.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import { startBankRail } from './bank-rail-world.ts';
import { railEntriesIn } from './rail-entries.ts';

const world = await startBankRail();
const { entriesOf, reportDeposit } = railEntriesIn(world);
const dayMs = 86_400_000;

test('entries are listed by the time of their booking, in pages, to their platform only', async () => {
  const { tenant, dollars } = await world.newPayer();
  const other = await world.newPayer();
  const report = (depositId: string) => reportDeposit(tenant, dollars, { depositId, rail: 'SEPA' });
  for (const depositId of ['1', '2', '3']) {
    await report(depositId);
    world.wall.advance(dayMs);
  }
  for (const depositId of ['4', '5', '6', '7']) await report(depositId);

  const sepa = { rails: ['SEPA', 'RTP'], from: -5 * dayMs };
  const of = async (period: object, owner: Tenant = tenant) =>
    (await entriesOf(owner, { ...sepa, ...period })).map(({ reference }) => reference).toSorted();
  const all = await entriesOf(tenant, sepa);
  const times = all.map(({ bookedAt }) => bookedAt && timestampDate(bookedAt).getTime());

  expect(all.slice(0, 3).map(({ reference }) => reference)).toEqual(['1', '2', '3']);
  expect(times).toEqual(times.toSorted());
  for (const limit of [1, 2, 3, 7]) expect(await of({ limit })).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  expect(await of({ from: -2 * dayMs, to: 0 })).toEqual(['2', '3']);
  expect(await of({ from: 0 })).toEqual(['4', '5', '6', '7']);
  expect(await of({ rails: ['ACH'] })).toEqual([]);
  expect(await of({}, other.tenant)).toEqual([]);
});
