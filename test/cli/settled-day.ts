// A platform with a day of payments through rails, and the rows of their settlement file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { AccountDepositState, RailReportService } from '../../gen/payments/transfers/v1/rail_report_pb.ts';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import type { Tenant } from '../kit/platform.ts';
import { newBank } from '../services/transfers/transfers-world.ts';
import { type OpsWorld, startOps } from './ops-world.ts';

export interface SettlementRow {
  readonly reference: string;
  readonly direction: 'IN' | 'OUT';
  readonly amount: number;
  readonly currency: string;
  readonly settled_at: string;
}

const columns = ['reference', 'direction', 'amount', 'currency', 'settled_at'] as const;
const lineOf = (row: SettlementRow) => `${columns.map((column) => row[column]).join(',')}\n`;
export const csvOf = (rows: readonly SettlementRow[]) => `${columns.join(',')}\n${rows.map(lineOf).join('')}`;

const dayMs = 86_400_000;

export async function startSettledDay() {
  const ops = await startOps();
  const { world } = ops;
  const payer = await makePayer(world.rest, 100_000, ['USD']);
  world.wall.advance(10 * dayMs);
  const from = world.wall.now().toISOString();
  const day = ['--from', from, '--to', new Date(world.wall.now().getTime() + dayMs).toISOString()];
  const rows = await settle(ops, { ...payer, settled_at: from });
  return { ...ops, rows, from, day, deposit, ...commandsOf(ops, day) };
}

function commandsOf({ world, operator, ofPlatform }: OpsWorld, day: readonly string[]) {
  const fileOf = (text: string) => {
    const file = join(world.dataDir, 'settlement.csv');
    writeFileSync(file, text);
    return file;
  };
  /** Compares the day. */
  const run = async (text: string, ...more: readonly string[]) => {
    const rails = ['FASTER_PAYMENTS', 'ACH'];
    const { code, out, err } = await operator.run('reconcile', ...rails, '--file', fileOf(text), ...day, '--json', ...more);
    const records: Record<string, string>[] = out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    return { code, err, records, differences: records.filter(({ record }) => record === 'DIFFERENCE') };
  };
  /** Compares rows with the entries of the platform. */
  const reconciled = (rows: readonly SettlementRow[], ...more: readonly string[]) => run(csvOf(rows), ...ofPlatform, ...more);
  return { fileOf, run, reconciled };
}

interface Settling {
  readonly customerId: string;
  readonly accountId: string;
  readonly settled_at: string;
}

/** A payout, a payout that is returned, a deposit, and a pull. */
async function settle({ world }: OpsWorld, { customerId, accountId, settled_at }: Settling) {
  const pay = async (suffix: string): Promise<SettlementRow> => {
    const quote = await makeQuote(world.rest, { from: accountId, to: await makePayee(world.rest, customerId, suffix) });
    expect((await world.rest('POST', `/quotes/${quote.id}/execute`)).status).toBe(200);
    await world.settle();
    const reference = uuidIn(quote.transactionId);
    return { settled_at, reference, direction: 'OUT', amount: quote.totalReceivingAmount, currency: 'GBP' };
  };
  const [payout, sent] = [await pay('911'), await pay('005')];
  await deposit(world, 'deposit 1', accountId);
  const transfer = { source: { accountId: await newBank(world, customerId) }, destination: { accountId }, amount: 2_500 };
  const { status, body } = await world.rest('POST', '/transfer-in', { body: transfer });
  expect(status, JSON.stringify(body)).toBe(201);
  world.wall.advance(60_000);
  await world.settle();

  const received = { settled_at, direction: 'IN', currency: 'USD' } as const;
  const returned: SettlementRow = { ...sent, direction: 'IN' };
  const deposited: SettlementRow = { ...received, reference: 'deposit 1', amount: 700 };
  const pull: SettlementRow = { ...received, reference: uuidIn(body.id), amount: 2_500 };
  return { payout, sent, returned, deposited, pull };
}

async function deposit(tenant: Tenant, depositId: string, accountId: string): Promise<void> {
  const money = { depositId, accountId, rail: 'ACH', currency: 'USD', amount: 700n };
  await tenant.internal(RailReportService).reportAccountDeposit({ ...money, state: AccountDepositState.CLEARED });
}
