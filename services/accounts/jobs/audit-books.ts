// The audit of the ledger: reads new journals, and continues its passes through all rows.
import { setTimeout as pause } from 'node:timers/promises';
import { type Rest, withoutRest } from '../../kit/service/audits.ts';
import type { AccountsContext } from '../context.ts';
import type { AuditKind } from '../store/audit-questions.ts';
import { type Generation, journalsOf, subjectsOf } from '../store/audit-readings.ts';
import { keysOf, type Round } from '../store/audit-rounds.ts';

/** Journals per transaction. */
const stretchSize = 2_000;
/** Batches per run: 600,000 journals, once a minute. */
const stretchesMax = 300;
/** Additional batches of old journals that are read again. */
const stretchesAgain = 10;
const readAgainMs = 30 * 86_400_000;

/** Maximum of findings. More of them need no further search. */
const findingsMax = 100;

interface RoundPace {
  readonly round: Round;
  readonly kind: AuditKind;
  /** Rows per step. */
  readonly size: number;
  /** Steps per run. */
  readonly stepsMax: number;
}

const paces: readonly RoundPace[] = [
  { round: 'balances', kind: 'balance', size: 5_000, stepsMax: 20 },
  { round: 'accounts', kind: 'account', size: 5_000, stepsMax: 20 },
  { round: 'lines', kind: 'journal', size: 2_500, stepsMax: 40 },
];

/** Runs the audit and returns violations as sentences. Each step is a separate transaction, after which any process can continue. */
export async function auditBooks(context: AccountsContext, rest: Rest = withoutRest): Promise<string[]> {
  const { audit } = context.store;
  if ((await audit.findingCount()) < findingsMax) {
    const read = await readNew(context, rest);
    await readAgain(context, read + stretchesAgain, rest);
    for (const pace of paces) await goRound(context, pace, rest);
  }
  for (const kind of kinds) if (await canAsk(context, kind, rest)) await audit.forgetMended(kind);
  return audit.findings();
}

const kinds: readonly AuditKind[] = ['journal', 'subject', 'balance', 'account'];

/** Adds all committed journals to the current sums. Returns the number of batches. */
async function readNew(context: AccountsContext, rest: Rest): Promise<number> {
  const upTo = await certainNumber(context);
  const [counting] = await context.store.audit.generations(context.wall.now());
  return counting && upTo !== undefined ? readOn(context, counting, { upTo, stretchesMax, rest }) : 0;
}

/** Adds old journals to the sums of the second pass, which will replace the current ones. Finds later changes of old rows. */
async function readAgain(context: AccountsContext, stretches: number, rest: Rest): Promise<void> {
  const { audit } = context.store;
  const now = context.wall.now();
  await audit.readAgain(now, new Date(now.getTime() - readAgainMs));
  const [counting, again] = await audit.generations(now);
  if (!counting || !again) return;
  await readOn(context, again, { upTo: counting.through, stretchesMax: stretches, rest });
  await audit.replace();
}

async function goRound(context: AccountsContext, { round, kind, size, stepsMax }: RoundPace, rest: Rest): Promise<void> {
  const { audit } = context.store;
  for (let steps = 0; steps < stepsMax && (await canAsk(context, kind, rest)); steps += 1) {
    const leg = await audit.nextLeg(round, size);
    if (leg) await audit.find(kind, keysOf(round, leg));
    await audit.setMark(round, leg?.isEnd ? undefined : leg?.to);
    if (!leg || leg.isEnd) return;
    await rest();
  }
}

/** Balances can be compared once nearly all journals are summed. The query sums the rest. */
async function canAsk(context: AccountsContext, kind: AuditKind, rest: Rest): Promise<boolean> {
  if (kind !== 'balance') return true;
  await readNew(context, rest);
  const { audit } = context.store;
  const [counting] = await audit.generations(context.wall.now());
  return counting !== undefined && (await audit.lastNumber()) - counting.through <= beyondMax;
}

/** Maximum of journals that the comparison of balances may have to sum. */
const beyondMax = 20_000n;

interface Bounds {
  readonly upTo: bigint;
  readonly stretchesMax: number;
  readonly rest: Rest;
}

async function readOn(context: AccountsContext, generation: Generation, bounds: Bounds): Promise<number> {
  for (let stretches = 0; stretches < bounds.stretchesMax; stretches += 1) {
    const read = context.store.isDistributed ? readApart : readTogether;
    const count = await read(context, generation.number, bounds.upTo);
    if (count === undefined) return stretches;
    if (count < stretchSize) return stretches + 1;
    await bounds.rest();
  }
  return bounds.stretchesMax;
}

/** Reads the next journals, and returns their number. Undefined if there are none. */
function readTogether({ store }: AccountsContext, generation: number, upTo: bigint): Promise<number | undefined> {
  return store.write(async ({ audit }) => {
    const stretch = await audit.nextStretch(generation, upTo, stretchSize);
    if (!stretch) return undefined;
    await audit.addSums(generation, stretch);
    await audit.find('journal', journalsOf(stretch));
    await audit.find('subject', subjectsOf(stretch));
    await audit.setThrough(generation, stretch.to);
    return stretch.count;
  });
}

/** The same, with a transaction for each platform. */
async function readApart({ store }: AccountsContext, generation: number, upTo: bigint): Promise<number | undefined> {
  const stretch = await store.audit.nextStretch(generation, upTo, stretchSize);
  if (!stretch) return undefined;
  for (const platformId of await store.audit.platformsIn(stretch))
    await store.write(({ audit }) => audit.addSumsOf(platformId, generation, stretch));
  await store.audit.find('journal', journalsOf(stretch));
  await store.audit.find('subject', subjectsOf(stretch));
  await store.audit.setThrough(generation, stretch.to);
  return stretch.count;
}

/**
 * The number up to which no further journal can appear. A transaction that has a number and is not committed held the lock of the table
 * when the last number was read. Undefined while such a transaction is open.
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
