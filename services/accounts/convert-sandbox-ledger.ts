// Converts journals to what developers see.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { LedgerJournalSchema, LedgerLegSchema } from '../../gen/payments/accounts/v1/sandbox_ledger_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { Part } from './domain/ledger-account.ts';
import type { StoredPosting } from './store/journals.ts';
import type { ShownJournal } from './store/sandbox-ledger.ts';

export function toShownJournal({
  id,
  subject,
  step,
  createdAt,
  postings,
}: ShownJournal): MessageInitShape<typeof LedgerJournalSchema> {
  const transactionId = transactionOf({ subject, step });
  return {
    id,
    ...(transactionId !== undefined && { transactionId }),
    step,
    bookedAt: timestampFromDate(createdAt),
    legs: postings.map(toShownLeg),
  };
}

/** The id of what a journal is about. Absent for settlements with the card network. */
export function transactionOf({ subject, step }: Pick<ShownJournal, 'subject' | 'step'>): string | undefined {
  const kind = kindOf(step);
  return kind === undefined ? undefined : publicId(kind, subject);
}

/** The ledger knows only a uuid, but each service has steps of its own. */
function kindOf(step: string): string | undefined {
  if (step === 'CARD_NET_SETTLE') return undefined;
  if (step.startsWith('CARD_')) return 'CardTransaction';
  return step.startsWith('SC_') ? 'StablecoinOperation' : 'Transaction';
}

function toShownLeg({
  balanceId,
  part,
  currency,
  amount,
  kind,
  subaccount,
}: StoredPosting): MessageInitShape<typeof LedgerLegSchema> {
  if (kind !== 'INTERNAL') return { account: houseName({ kind, subaccount }), currency, amount };
  return { account: publicId('InternalAccount', balanceId), part: partNames[part], currency, amount };
}

/** `WORLD sandbox` */
export function houseName({ kind, subaccount }: { readonly kind: string; readonly subaccount: string }): string {
  return subaccount === '' ? kind : `${kind} ${subaccount}`;
}

const partNames: Readonly<Record<Part, string>> = { available: 'AVAILABLE', held: 'HELD', pendingIn: 'PENDING_IN' };
