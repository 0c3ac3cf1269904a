// Receives a message of the card network that opens a transaction, and decides it.
import { reached } from '../../../kit/core/crash-points.ts';
import { publicId } from '../../../kit/core/ids.ts';
import { withEnding, withoutOutcome } from '../../../kit/core/sandbox-suffix.ts';
import type { CardsContext } from '../../context.ts';
import type { Card } from '../../domain/card.ts';
import { declineOf } from '../../domain/payment/decision.ts';
import type { PayingAccount } from '../../domain/payment/happening.ts';
import type { PaymentEvent } from '../../domain/payment/machine.ts';
import { type Message, openings } from '../../domain/payment/message.ts';
import { outcomeOf, type SandboxOutcome, usualOutcome } from '../../domain/payment/sandbox-outcomes.ts';
import type { CardTransaction } from '../../domain/payment/transaction.ts';
import { carryOut, reportedForAnother } from './apply.ts';
import { payingAccounts } from './paying-accounts.ts';
import { create } from './transition.ts';

/** The decided transaction. A repeated message finds it. Throws CONFLICT if the event was reported for another transaction. */
export async function receive(context: CardsContext, message: Message): Promise<CardTransaction> {
  const { cards } = context.store;
  let card = await cards.findRecent(context.caller.platformId, message.cardId);
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    if (!card) throw new Error(`There is no card ${message.cardId}.`);
    const opened = (await open(context, card, message)) ?? (await known(context, message));
    if (opened) return carryOut(context, opened);
    card = await cards.find(context.caller.platformId, message.cardId);
  }
  throw new Error(`The card ${message.cardId} changes too often.`);
}

/** The transaction of a repeated message. Undefined if it has none. */
async function known({ store, caller }: CardsContext, { token, eventId }: Message): Promise<CardTransaction | undefined> {
  const reportedFor = await store.payments.reportedFor(caller.platformId, eventId);
  const transaction = await store.payments.findByToken(caller.platformId, token);
  if (!transaction && reportedFor !== undefined) throw reportedForAnother(eventId);
  return transaction;
}

const attemptsMax = 20;

/** What decides a message, apart from balances. */
interface Facts {
  readonly outcome: SandboxOutcome;
  readonly sources: readonly PayingAccount[];
  readonly draft: CardTransaction;
}

/** Decides, and stores the decision or the intent to book. Undefined if the card has changed meanwhile. */
async function open(context: CardsContext, card: Card, message: Message): Promise<CardTransaction | undefined> {
  const outcome = context.caller.environment === 'sandbox' ? outcomeOf(message.merchant.descriptor) : usualOutcome;
  const { customerDirectory } = context.clients;
  const cardholder = await customerDirectory.getStanding({ customerId: publicId('Customer', card.cardholderId) });
  const sources = await payingAccounts(context, card, message.kind);
  const draft = draftOf(context, card, { message, ending: outcome.ending, platformCustomerId: cardholder.platformCustomerId });
  const declineReason = declineOf(card, {
    direction: draft.direction,
    amount: message.amount,
    now: context.clock.now(),
    simulated: outcome.decline,
    isCardholderEligible: cardholder.isEligible,
    hasSource: sources.length > 0,
  });
  const opening = declineReason ? declined({ ...draft, declineReason }, outcome) : opened(message, { outcome, sources, draft });
  const made = await create(context, opening.draft, { event: opening.event, eventId: message.eventId });
  reached('card message decided');
  return made;
}

interface Opening {
  readonly event: PaymentEvent;
  readonly draft: CardTransaction;
}

function declined(draft: CardTransaction, { decline, isPullCounted = false }: SandboxOutcome): Opening {
  const isPull = isPullCounted && draft.declineReason === decline && draft.direction === 'DEBIT' && draft.authorized > 0n;
  return { event: 'declined', draft: isPull ? { ...draft, pulls: 1 } : draft };
}

/** Messages that move money are booked next; others are decided. */
function opened({ kind }: Message, { outcome, sources, draft }: Facts): Opening {
  const { pull } = outcome;
  switch (kind) {
    case 'AUTHORIZATION':
    case 'FINANCIAL':
      return { event: 'requested', draft: { ...draft, happening: { kind, sources, pull } } };
    case 'FINANCIAL_CREDIT':
      return pull.isFailed ? { event: 'failed', draft } : { event: 'requested', draft: { ...draft, happening: { kind } } };
    case 'BALANCE_INQUIRY':
      return { event: pull.isFailed ? 'failed' : 'inquired', draft };
    case 'CREDIT':
      return { event: pull.isFailed ? 'failed' : 'announced', draft };
    default:
      throw new Error(`There is no message ${kind satisfies never}.`);
  }
}

interface DraftParts {
  readonly message: Message;
  readonly ending: string | undefined;
  readonly platformCustomerId: string;
}

function draftOf(
  { ids, clock, caller }: CardsContext,
  card: Card,
  { message, ending, platformCustomerId }: DraftParts,
): CardTransaction {
  const { token, merchant, amount } = message;
  const [first] = card.sources;
  if (!first) throw new Error(`The card ${card.id} has no funding source.`);
  const id = withoutOutcome(ids.next());
  const now = clock.now();
  return {
    platformId: card.platformId,
    environment: caller.environment,
    id: ending === undefined ? id : withEnding(id, ending),
    cardId: card.id,
    cardVersion: card.version,
    cardholderId: card.cardholderId,
    platformCustomerId,
    accountId: first.accountId,
    fundingCurrency: first.currency,
    token,
    direction: openings[message.kind],
    state: 'TENTATIVE',
    declineReason: undefined,
    merchant,
    currency: card.currency,
    authorized: amount,
    settled: 0n,
    returns: [],
    held: 0n,
    pulled: 0n,
    owed: 0n,
    pulls: 0,
    pendingPulls: [],
    clearings: 0,
    happening: undefined,
    version: 1n,
    authorizedAt: now,
    lastEventAt: undefined,
    updatedAt: now,
  };
}
