// Books steps of a transaction in the ledger, each under its own key.
import { type MessageInitShape } from '@bufbuild/protobuf';
import {
  BalancePart,
  HouseAccountKind,
  type LedgerAccountSchema,
  type LegSchema,
} from '../../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { fail, type Refusal, refusalFrom } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { isLedgerRefusal } from '../../domain/shared/ledger-refusal.ts';
import type { Account, Leg, Step } from '../../domain/shared/legs.ts';

export interface Booking {
  /** uuid of the transaction. */
  readonly subject: string;
  /** uuids, if an agent requested it. */
  readonly agent?: { readonly agentId: string; readonly actionId?: string };
  readonly step: Step | `${'HOLD' | 'IN'}_${number}`;
  readonly legs: readonly Leg[];
}

/** Books one step. A repeat returns the first result. Throws refusals of the ledger. */
export async function book({ clients }: TransfersContext, { legs, ...key }: Booking): Promise<void> {
  await clients.ledger.post({ ...key, legs: legs.map(toLeg) });
}

/** Books one step, or returns the refusal of the ledger. Throws other errors. */
export function tryBook(context: TransfersContext, booking: Booking): Promise<Refusal | undefined> {
  return refusalOf(() => book(context, booking), isLedgerRefusal);
}

/** Books a step that another process may have booked with different legs; the refusal then says so (`isBookedOtherwise`). */
export function tryBookOneOf(context: TransfersContext, booking: Booking): Promise<Refusal | undefined> {
  return refusalOf(
    () => book(context, booking),
    (refusal) => isLedgerRefusal(refusal) || isBookedOtherwise(refusal),
  );
}

export const isBookedOtherwise = ({ details }: Refusal) => details?.reason === 'LEDGER_KEY_REUSED';

async function refusalOf(attempt: () => Promise<void>, isExpected: (refusal: Refusal) => boolean): Promise<Refusal | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || refusal.status >= 500) throw error;
    if (isExpected(refusal)) return refusal;
    throw Object.assign(fail(ErrorCode.SERVICE_UNAVAILABLE, 'The ledger is temporarily unavailable. Try again.'), {
      cause: error,
    });
  }
}

/**
 * Books one step. If the ledger refuses, voids it and returns the refusal: no process ever books a voided step, so that a payment can stop
 * there and refund its money. Also undefined if another process booked it in the meantime.
 */
export async function bookOrVoid(context: TransfersContext, booking: Booking): Promise<Refusal | undefined> {
  const refusal = await tryBook(context, booking);
  return refusal && (await voidStep(context, booking)) ? refusal : undefined;
}

/** False if another process has booked the step. */
export async function voidStep({ clients }: TransfersContext, { subject, step }: Omit<Booking, 'legs'>): Promise<boolean> {
  const { isBooked } = await clients.ledger.voidStep({ subject, step });
  reached('step voided');
  return !isBooked;
}

/** Whether a step was refused because another process has voided it. */
export const isVoided = ({ details }: Refusal) => details?.reason === 'LEDGER_STEP_VOIDED';

function toLeg({ account, currency, amount, restFrom }: Leg): MessageInitShape<typeof LegSchema> {
  return { account: toAccount(account), currency, amount, ...(restFrom && { restFrom: toAccount(restFrom) }) };
}

function toAccount(account: Account): MessageInitShape<typeof LedgerAccountSchema> {
  if ('house' in account) {
    const value = { kind: HouseAccountKind[account.house], subaccount: account.rail ?? '' };
    return { kind: { case: 'house', value } };
  }
  return { kind: { case: 'internal', value: { accountId: account.accountId, part: BalancePart[account.part] } } };
}
