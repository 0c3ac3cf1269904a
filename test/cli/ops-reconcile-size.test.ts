// A settlement file that is much larger than the memory of the command.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { afterAll, expect, test } from 'vitest';
import {
  type ListRailEntriesRequest,
  RailEntryDirection,
  RailEntryService,
} from '../../gen/payments/transfers/v1/rail_entry_pb.ts';
import { atEndOfFile } from '../kit/file-end.ts';
import { serve } from '../rails/grpc-service.ts';

const count = 200_000;
const startMs = Date.parse('2026-11-01T00:00:00Z');
const referenceOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const folder = mkdtempSync(join(tmpdir(), 'settlements-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** All but the last entry are in the file, which has another last row. */
function* lines() {
  yield 'reference,direction,amount,currency,settled_at\n';
  for (let number = 1; number <= count; number += 1)
    yield `${referenceOf(number < count ? number : 0)},OUT,${number},USD,2026-11-01T00:00:00Z\n`;
}

/** A platform whose ledger has the entries from the last to the first. Returns its address. */
async function startLedger(): Promise<string> {
  const server = new Server();
  const listRailEntries = ({ cursor = `${count}`, limit = 100 }: ListRailEntriesRequest) => {
    const first = Number(cursor);
    const data = Array.from({ length: Math.min(limit, first) }, (_, index) => ({
      reference: referenceOf(first - index),
      direction: RailEntryDirection.OUT,
      amount: BigInt(first - index),
      currency: 'USD',
      bookedAt: timestampFromMs(startMs),
      transactionId: `Transaction:${referenceOf(first - index)}`,
      step: 'SETTLE',
    }));
    const next = first - data.length;
    return { data, hasMore: next > 0, ...(next > 0 && { nextCursor: `${next}` }) };
  };
  serve(server, { desc: RailEntryService, implementation: { listRailEntries }, callerOf: () => '' });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  atEndOfFile(() => server.forceShutdown());
  return `http://127.0.0.1:${port}`;
}

/** The heap is too small for all rows and entries, which need more than 100 MB. */
async function reconcile(args: readonly string[], OPS_URL: string) {
  const main = join(import.meta.dirname, '../../tools/payments/main.ts');
  const child = spawn(process.execPath, ['--max-old-space-size=128', main, 'ops', 'reconcile', ...args], {
    env: { ...process.env, NODE_OPTIONS: '', OPS_URL, OPS_TOKEN: 'token', TMPDIR: folder },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

test('is compared part by part, and no part remains', { timeout: 240_000 }, async () => {
  const url = await startLedger();
  const file = join(folder, 'settlement.csv');
  await pipeline(Readable.from(lines()), createWriteStream(file));

  const period = ['--from', '2026-11-01T00:00:00Z', '--to', '2026-11-02T00:00:00Z', '--platform', referenceOf(1)];
  const { code, out, err } = await reconcile(['ACH', '--file', file, ...period, '--json'], url);

  const records = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const sum = `${(count * (count + 1)) / 2}`;
  expect([code, err]).toEqual([
    1,
    `${count} rows of the file and ${count} entries of the ledger were compared: 2 differences.\n`,
  ]);
  expect(
    records
      .slice(0, -1)
      .map(({ difference, reference }) => [difference, reference])
      .toSorted(),
  ).toEqual([
    ['MISSING_IN_FILE', referenceOf(count)],
    ['MISSING_IN_LEDGER', referenceOf(0)],
  ]);
  expect(records.at(-1)).toMatchObject({ record: 'SUM', direction: 'OUT', amount: sum, ledgerAmount: sum });
  expect(readdirSync(folder)).toEqual(['settlement.csv']);
});
