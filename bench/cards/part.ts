// Decisions on card payments per second, beside the ledger's own posts.
import { randomInt, randomUUID } from 'node:crypto';
import { BalancePart } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { CardMessageKind } from '../../gen/payments/cards/v1/card_report_pb.ts';
import { callsPerSecond } from '../kit/callers.ts';
import type { Machine } from '../kit/machine.ts';
import { medians, percentile } from '../kit/rounds.ts';
import { oneDecimal, ratio, type Table, whole } from '../kit/table.ts';
import { openWorld, payerCount, type World } from './payers.ts';

const callers = 64;
const seconds = 2;

export async function cards(machine: Machine, rounds: number): Promise<Table[]> {
  const world = await openWorld(await machine.database('cards'), machine.folder());
  const tookMs: number[] = [];
  const settled = (call: () => Promise<unknown>) => async () => {
    await world.settle(); // no measure pays for the events of another
    return callsPerSecond(callers, seconds, call);
  };
  const measures = {
    decisions: settled(async () => tookMs.push(await decide(world))),
    posts: settled(() => post(world)),
  };
  await medians(1, measures);
  tookMs.length = 0;
  const { decisions, posts } = await medians(rounds, measures);
  await world.close();
  const [p50, p99] = [percentile(tookMs, 0.5), percentile(tookMs, 0.99)];
  return [
    {
      title: `Decisions on card payments per second, ${callers} at once, beside the ledger's own posts`,
      columns: ['', 'to posts', 'p99 to p50', 'decisions', 'posts', 'p50 ms', 'p99 ms'],
      rows: [
        [
          `${payerCount} cards`,
          ratio(decisions, posts),
          ratio(p99, p50),
          whole(decisions),
          whole(posts),
          oneDecimal(p50),
          oneDecimal(p99),
        ],
      ],
    },
  ];
}

/** An approved authorization. Returns its duration in milliseconds. */
async function decide({ reports, payers }: World): Promise<number> {
  const token = randomUUID();
  const startMs = performance.now();
  const { isApproved } = await reports.decideCardPayment({
    eventId: token,
    issuerTransactionToken: token,
    cardId: payers[randomInt(payerCount)]?.cardId ?? '',
    kind: CardMessageKind.AUTHORIZATION,
    amount: BigInt(randomInt(1, 100)),
    currency: 'USD',
    merchant: { descriptor: 'COFFEE BAR' },
  });
  if (!isApproved) throw new Error('A payment was declined.');
  return performance.now() - startMs;
}

/** What a decision books: a hold. */
async function post({ ledger, payers }: World): Promise<void> {
  const accountId = payers[randomInt(payerCount)]?.accountId ?? '';
  const amount = BigInt(randomInt(1, 100));
  const leg = (part: BalancePart, moved: bigint) => ({
    account: { kind: { case: 'internal' as const, value: { accountId, part } } },
    currency: 'USD',
    amount: moved,
  });
  const legs = [leg(BalancePart.AVAILABLE, -amount), leg(BalancePart.HELD, amount)];
  await ledger.post({ subject: randomUUID(), step: 'HOLD', legs });
}
