// The writes of a batch of journals, after their decisions.
import type { Environment } from '../../kit/core/caller.ts';
import { Refusal } from '../../kit/messages/fail.ts';
import type { BalanceEvents, RenderedEvent } from '../balance-event.ts';
import type { JournalRequest } from '../domain/journal.ts';
import type { Booking, Decision } from '../domain/ledger.ts';
import { ByRow } from './by-row.ts';
import type { InternalAccountRow } from './internal-account-row.ts';
import type * as statements from './ledger-statements.ts';

/** A requested journal, with its origin. */
export interface PostItem extends statements.Claim {
  readonly environment: Environment;
  readonly requestId: string;
  readonly traceparent?: string;
}

/** What a batch writes. */
export interface Plan extends statements.Booked {
  readonly refused: readonly JournalRequest[];
}

export interface PlanParts {
  readonly won: readonly PostItem[];
  readonly decisions: readonly Decision[];
  readonly accounts: Pick<ByRow<InternalAccountRow>, 'get'>;
  readonly events: BalanceEvents;
}

export function plan({ won, decisions, accounts, events }: PlanParts): Plan {
  const refused: JournalRequest[] = [];
  const changes = new ByRow<statements.Changed>();
  const lines: statements.Line[] = [];
  const rendered: RenderedEvent[] = [];
  for (const [index, item] of won.entries()) {
    const booking = bookingOf(decisions[index]);
    if (!booking) {
      refused.push(item.journal);
      continue;
    }
    const { journal } = item;
    for (const holding of booking.after) changes.set(holding, { holding, at: journal.at });
    for (const [line, posting] of booking.postings.entries()) lines.push({ journal, number: line + 1, posting });
    for (const holding of booking.shown) rendered.push(events({ item, holding, account: accounts.get(holding) }));
  }
  return { refused, changes: changes.values(), lines, events: rendered };
}

function bookingOf(decision: Decision | undefined): Booking | undefined {
  return decision instanceof Refusal ? undefined : decision;
}
