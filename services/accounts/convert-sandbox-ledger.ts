// Converts booked lines to what developers see.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LedgerLegSchema } from '../../gen/payments/accounts/v1/sandbox_ledger_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { Part } from './domain/ledger-account.ts';
import type { StoredPosting } from './store/journals.ts';

export function toShownLeg({
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
