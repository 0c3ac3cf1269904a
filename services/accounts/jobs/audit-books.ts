// The audit of the ledger: reads what was booked since the last look, and goes on with its rounds through all that was booked before.
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountsContext } from '../context.ts';
import type { AuditKind } from '../store/audit-questions.ts';
import { type Generation, journalsOf, subjectsOf } from '../store/audit-readings.ts';
import { keysOf, type Round } from '../store/audit-rounds.ts';

/** Journals of one transaction. */
const stretchSize = 2_000;
/** Stretches of one look: 600,000 journals, and there is a look a minute. */
const stretchesMax = 300;
/** How many more stretches of old journals than of new ones are read again. */
const stretchesAgain = 10;
const readAgainMs = 30 * 86_400_000;

/** With so much wrong nobody needs to look further. */
const findingsMax = 100;

interface RoundPace {
  readonly round: Round;
  readonly kind: AuditKind;
  /** Rows of one step. */
  readonly size: number;
  /** Steps of one look. */
  readonly stepsMax: number;
}

const paces: readonly RoundPace[] = [
  { round: 'balances', kind: 'balance', size: 5_000, stepsMax: 20 },
  { round: 'accounts', kind: 'account', size: 5_000, stepsMax: 20 },
  { round: 'lines', kind: 'journal', size: 10_000, stepsMax: 10 },
];

/** Looks, and answers what is wrong, in sentences. Each step is a transaction of its own, and any process goes on after it. */
export async function auditBooks(context: AccountsContext): Promise<string[]> {
  const { audit } = context.store;
  if ((await audit.findingCount()) < findingsMax) {
    const read = await readNew(context);
    await readAgain(context, read + stretchesAgain);
    for (const pace of paces) await goRound(context, pace);
  }
  for (const kind of kinds) if (await canAsk(context, kind)) await audit.forgetMended(kind);
  return audit.findings();
}

const kinds: readonly AuditKind[] = ['journal', 'subject', 'balance', 'account'];

/** Reads all journals that are certain by now into the sums that count; tells how many stretches those were. */
async function readNew(context: AccountsContext): Promise<number> {
  const upTo = await certainNumber(context);
  const [counting] = await context.store.audit.generations(context.wall.now());
  return counting && upTo !== undefined ? readOn(context, counting, { upTo, stretchesMax }) : 0;
}

/** Reads some old journals into the sums that will take the place of those that count: what was changed since is found thus. */
async function readAgain(context: AccountsContext, stretches: number): Promise<void> {
  const { audit } = context.store;
  const now = context.wall.now();
  await audit.readAgain(now, new Date(now.getTime() - readAgainMs));
  const [counting, again] = await audit.generations(now);
  if (!counting || !again) return;
  await readOn(context, again, { upTo: counting.through, stretchesMax: stretches });
  await audit.replace();
}

async function goRound(context: AccountsContext, { round, kind, size, stepsMax }: RoundPace): Promise<void> {
  const { audit } = context.store;
  for (let steps = 0; steps < stepsMax && (await canAsk(context, kind)); steps += 1) {
    const leg = await audit.nextLeg(round, size);
    if (leg) await audit.find(kind, keysOf(round, leg));
    await audit.setMark(round, leg?.isEnd ? undefined : leg?.to);
    if (!leg || leg.isEnd) return;
  }
}

/** Balances can be compared once nearly all that was booked is summed: the rest is summed within the question. */
async function canAsk(context: AccountsContext, kind: AuditKind): Promise<boolean> {
  if (kind !== 'balance') return true;
  await readNew(context);
  const { audit } = context.store;
  const [counting] = await audit.generations(context.wall.now());
  return counting !== undefined && (await audit.lastNumber()) - counting.through <= beyondMax;
}

/** Numbers that a question about balances may have to sum. */
const beyondMax = 20_000n;

interface Bounds {
  readonly upTo: bigint;
  readonly stretchesMax: number;
}

async function readOn(context: AccountsContext, generation: Generation, bounds: Bounds): Promise<number> {
  for (let stretches = 0; stretches < bounds.stretchesMax; stretches += 1) {
    const count = await context.store.write(async ({ audit }) => {
      const stretch = await audit.nextStretch(generation.number, bounds.upTo, stretchSize);
      if (!stretch) return undefined;
      await audit.addSums(generation.number, stretch);
      await audit.find('journal', journalsOf(stretch));
      await audit.find('subject', subjectsOf(stretch));
      await audit.setThrough(generation.number, stretch.to);
      return stretch.count;
    });
    if (count === undefined) return stretches;
    if (count < stretchSize) return stretches + 1;
  }
  return bounds.stretchesMax;
}

/**
 * The number up to which no journal will appear any more: who has taken a number and not committed it held the table's lock when the
 * last number was read. Undefined while such a transaction goes on.
 */
async function certainNumber({ store: { audit } }: AccountsContext): Promise<bigint | undefined> {
  const last = await audit.lastNumber();
  let earlier = new Set(await audit.writers());
  for (let looks = 0; earlier.size > 0; looks += 1) {
    if (looks === looksMax) return undefined;
    await pause(lookEveryMs);
    earlier = earlier.intersection(new Set(await audit.writers()));
  }
  return last;
}

const lookEveryMs = 5;
const looksMax = 50;
