// Books the step of an event in the ledger: of several possible events, the first that the accounts allow.
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  BalancePart,
  HouseAccountKind,
  type LedgerAccountSchema,
  type LegSchema,
} from '../../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { fail, type Refusal, refusalFrom } from '../../../kit/messages/fail.ts';
import type { CardsContext } from '../../context.ts';
import type { Candidate } from '../../domain/payment/candidate.ts';
import type { LedgerAccount, Leg } from '../../domain/payment/legs.ts';
import { type CardStep, transitionOf } from '../../domain/payment/machine.ts';
import type { CardTransaction } from '../../domain/payment/transaction.ts';

/**
 * The event that took place. Repeatable: the transaction is the same until the event is committed, and with it the key and the legs. A candidate
 * that moves no money is what happens if the accounts allow none of the others. Undefined if there is none: the step can be booked later.
 */
export async function bookOneOf(
  context: CardsContext,
  before: CardTransaction,
  candidates: readonly Candidate[],
): Promise<Candidate | undefined> {
  const moving = candidates.filter(({ legs }) => legs.length > 0);
  const still = candidates.find(({ legs }) => legs.length === 0);
  const step = moving[0] && transitionOf(before.direction, before.state, moving[0].event).step;
  if (!step) return only(still);
  const key = { subject: before.id, step: keyOf(step, before) };
  const booked = await post(context, key, moving, still);
  if (booked) reached(`${step.toLowerCase().replaceAll('_', ' ')} booked`);
  return booked;
}

/** Books the second step of an event, if it has one. */
export async function bookSecond({ clients }: CardsContext, before: CardTransaction, chosen: Candidate): Promise<void> {
  const { second } = transitionOf(before.direction, before.state, chosen.event);
  if (!second || !chosen.secondLegs) return;
  await clients.ledger.post({ subject: before.id, step: keyOf(second, before), legs: chosen.secondLegs.map(toLeg) });
  reached(`${second.toLowerCase().replaceAll('_', ' ')} booked`);
}

/** Each event of a transaction has its own version, and thus its own key. */
const keyOf = (step: CardStep, { version }: CardTransaction) => `${step}_${version}`;

interface Key {
  readonly subject: string;
  readonly step: string;
}

async function post(
  context: CardsContext,
  key: Key,
  moving: readonly Candidate[],
  still: Candidate | undefined,
): Promise<Candidate | undefined> {
  const [legs = [], ...others] = moving.map((one) => one.legs.map(toLeg));
  const otherwise = others.map((alternative) => ({ legs: alternative }));
  try {
    const { alternative } = await context.clients.ledger.post({ ...key, legs, otherwise });
    return only(moving[alternative]);
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || !isLedgerRefusal(refusal)) throw error;
    if (!still) return undefined;
    if (!(await isVoided(context, key))) return post(context, key, moving, still); // another process was faster
    return withReason(still, refusal);
  }
}

/** After this no process books the step, so that a decline stays one. */
async function isVoided({ clients }: CardsContext, key: Key): Promise<boolean> {
  const { isBooked } = await clients.ledger.voidStep(key);
  reached('card step voided');
  return !isBooked;
}

/** A decline because no account can pay at all says so. */
function withReason(still: Candidate, { details }: Refusal): Candidate {
  const isUnusable = details?.accountStatus !== undefined;
  if (!isUnusable || still.after.declineReason === undefined) return still;
  return { ...still, after: { ...still.after, declineReason: 'NO_ELIGIBLE_FUNDING_SOURCE' } };
}

/** Whether the ledger has evaluated the step and refused it. Other errors say nothing about the money: the step is repeated. */
function isLedgerRefusal({ code, details }: Refusal): boolean {
  if (details?.reason === 'INSUFFICIENT_BALANCE' || details?.reason === 'BALANCE_TOO_LARGE') return true;
  return details?.accountStatus !== undefined || (code === ErrorCode.CONFLICT && details?.reason === 'LEDGER_STEP_VOIDED');
}

function only(candidate: Candidate | undefined): Candidate {
  if (!candidate) throw fail(ErrorCode.INTERNAL_ERROR, 'The ledger booked an unknown alternative.');
  return candidate;
}

export function toLeg({ account, currency, amount }: Leg): MessageInitShape<typeof LegSchema> {
  return { account: toAccount(account), currency, amount };
}

function toAccount(account: LedgerAccount): MessageInitShape<typeof LedgerAccountSchema> {
  if ('accountId' in account)
    return { kind: { case: 'internal', value: { accountId: account.accountId, part: BalancePart[account.part] } } };
  const subaccount = 'customerId' in account ? account.customerId : '';
  return { kind: { case: 'house', value: { kind: HouseAccountKind[account.house], subaccount } } };
}
