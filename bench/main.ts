// Measures the platform against references: `node bench/main.ts [part…] [--rounds=5] [--only=text] [--minutes=60] [--rate=20]`.
import { parseArgs } from 'node:util';
import { agents } from './agents/part.ts';
import { attacks } from './attacks/part.ts';
import { calls } from './calls/part.ts';
import { cards } from './cards/part.ts';
import { fairness } from './fairness/part.ts';
import { footprint } from './footprint/part.ts';
import { grpc } from './grpc/part.ts';
import { openMachine } from './kit/machine.ts';
import type { Options, Part } from './kit/part.ts';
import { textOf } from './kit/table.ts';
import { ledger } from './ledger/part.ts';
import { lists } from './lists/part.ts';
import { payments } from './payments/part.ts';
import { read } from './read/part.ts';
import { signed } from './signed/part.ts';
import { soak } from './soak/part.ts';
import { start } from './start/part.ts';
import { telemetry } from './telemetry/part.ts';
import { volume } from './volume/part.ts';
import { webhooks } from './webhooks/part.ts';

const parts: Readonly<Record<string, Part>> = {
  ledger,
  read,
  lists,
  grpc,
  calls,
  attacks,
  payments,
  volume,
  webhooks,
  fairness,
  footprint,
  cards,
  agents,
  signed,
  start,
  telemetry,
  soak,
};
/** Runs only if it is named. */
const longest = 'soak';

const options = {
  rounds: { type: 'string', default: '5' },
  only: { type: 'string', default: '' },
  minutes: { type: 'string', default: '60' },
  rate: { type: 'string', default: '20' },
} as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`);
const chosen = Object.entries(parts).filter(([name]) =>
  positionals.length === 0 ? name !== longest : positionals.includes(name),
);
const given: Options = { only: values.only, minutes: Number(values.minutes), rate: Number(values.rate) };

const machine = await openMachine();
try {
  for (const [, measure] of chosen) {
    for (const table of await measure(machine, Number(values.rounds), given)) process.stdout.write(`${textOf(table)}\n`);
  }
} catch (error) {
  console.error(error); // before the database goes, which other errors follow
  process.exitCode = 1;
} finally {
  await machine.close();
}
process.exit();
