// The expected card transactions of a platform's customers: what each message of the card network does to one, and to its account.
import type { Agenda } from './agenda.ts';
import {
  type Account,
  type Card,
  type CardEvent,
  type CardPayment,
  isOpen,
  isPull,
  isUnpaid,
  messages,
  netOf,
  type Opening,
  spendingLimit,
} from './card-payment.ts';

/** Balances, by the numbers of accounts. */
export interface Money {
  balanceOf(account: number): number;
  fund(account: number, amount: number): void;
}

const holdSeconds = 7 * 24 * 3_600;
const slowSeconds = 30;
const failingSeconds = 2;

export class CardModel {
  readonly payments: CardPayment[] = [];
  readonly #money: Money;
  readonly #agenda: Agenda;

  constructor(money: Money, agenda: Agenda) {
    this.#money = money;
    this.#agenda = agenda;
  }

  heldOn(account: number): number {
    const own = this.payments.filter((payment) => payment.account.number === account);
    return own.reduce((sum, { held }) => sum + held, 0);
  }

  /** A message of the sandbox. Undefined if it arrives later. */
  simulate(card: Card, opening: Opening): CardPayment | undefined {
    if (opening.suffix !== '005' || isPull(opening)) return this.open(card, opening);
    this.#agenda.after(slowSeconds, () => this.open(card, opening));
    return undefined;
  }

  open(card: Card, opening: Opening): CardPayment {
    const { path, token, amount: authorized, suffix } = opening;
    const isDebit = !messages[path].endsWith('CREDIT');
    const amounts = { authorized, held: 0, pulls: 0, pulled: 0, clearings: 0, settled: 0, returns: [], owed: 0, lost: 0 };
    const account = this.#payerOf(card, opening) ?? firstOf(card);
    const payment: CardPayment = { card, token, suffix, isDebit, account, status: 'AUTHORIZED', ...amounts };
    this.payments.push(payment);
    const declineReason = this.declineOf(card, opening);
    if (declineReason) return decline(payment, { declineReason, opening });
    if (isPull(opening)) this.#hold(payment);
    else if (suffix === '006') return Object.assign(payment, { status: 'EXCEPTION', ending: 'FAILED' });
    if (path === 'balance_inquiry') payment.status = 'SETTLED';
    else if (path.startsWith('financial')) this.#clear(payment, authorized);
    else this.#agenda.after(holdSeconds, () => isOpen(payment) && this.#end(payment));
    return payment;
  }

  declineOf(card: Card, opening: Opening): string | undefined {
    const isDebit = !messages[opening.path].endsWith('CREDIT');
    if (card.state === 'PROCESSING') return 'CARD_NOT_ACTIVE';
    if (card.state === 'CLOSED') return 'CARD_CLOSED';
    if (isDebit && card.state === 'FROZEN') return 'CARD_PAUSED';
    if (opening.suffix === '002') return 'INSUFFICIENT_FUNDS';
    if (opening.suffix === '003') return 'CARD_PAUSED';
    if (!isDebit) return undefined;
    if (opening.amount > spendingLimit) return 'SPENDING_LIMIT_EXCEEDED';
    if (usableOf(card).length === 0) return 'NO_ELIGIBLE_FUNDING_SOURCE';
    return this.#payerOf(card, opening) ? undefined : 'INSUFFICIENT_FUNDS';
  }

  /** An event of the network that `isReportable` allows. */
  apply(payment: CardPayment, { kind, amount }: CardEvent): void {
    switch (kind) {
      case 'CLEARING':
        return isOpen(payment) ? this.#clear(payment, amount) : this.#clearLate(payment, amount);
      case 'ADVICE':
        return this.#resize(payment, amount);
      case 'RETURN':
        return this.#return(payment, amount);
      case 'RETURN_REVERSAL':
        return this.#reverse(payment);
      case 'REVERSAL':
        return this.#end(payment);
      default:
        throw new Error(`There is no event ${kind satisfies never}.`);
    }
  }

  /** The operator debits the account for what is owed. */
  retry(payment: CardPayment): void {
    payment.pulls += 1;
    if (this.#money.balanceOf(payment.account.number) < payment.owed) return;
    this.#money.fund(payment.account.number, -payment.owed);
    Object.assign(payment, { status: 'SETTLED', owed: 0, pulled: payment.settled });
  }

  /** The operator absorbs what is owed. */
  writeOff(payment: CardPayment): void {
    Object.assign(payment, { ending: 'WRITTEN_OFF', lost: payment.lost + payment.owed, owed: 0 });
  }

  /** Ends what is open of a closed card. */
  close(card: Card): void {
    for (const payment of this.payments) if (payment.card === card && isOpen(payment)) this.#end(payment);
  }

  /** The first account that covers everything. */
  #payerOf(card: Card, { amount, path }: Opening): Account | undefined {
    return isPull({ path }) ? usableOf(card).find(({ number }) => this.#money.balanceOf(number) >= amount) : firstOf(card);
  }

  #hold(payment: CardPayment): void {
    this.#pull(payment, payment.authorized);
    payment.held = payment.authorized;
    if (payment.suffix === '006') this.#agenda.after(failingSeconds, () => this.#fail(payment, payment.settled));
  }

  /** Tries to debit the account, all or nothing. */
  #pull(payment: CardPayment, amount: number): boolean {
    const { number } = payment.account;
    payment.pulls += 1;
    if (this.#money.balanceOf(number) < amount) return false;
    this.#money.fund(number, -amount);
    payment.pulled += amount;
    return true;
  }

  /** Like `#pull`, beyond the hold: the end of the transaction's id selects the outcome. */
  #pullMore(payment: CardPayment, amount: number): boolean {
    const { suffix } = payment;
    if (suffix === '102' || suffix === '103') {
      payment.pulls += 1;
      return false;
    }
    const isPulled = this.#pull(payment, amount);
    if (isPulled && suffix === '106') this.#agenda.after(failingSeconds, () => this.#fail(payment, amount));
    return isPulled;
  }

  /** A debit fails after all: the account gets back at most `amount` of what was collected from it, and owes that. */
  #fail(payment: CardPayment, amount: number): void {
    const { held, suffix, pulled, owed } = payment;
    const due = Math.min(amount, netOf(payment) - owed, pulled - held);
    this.#money.fund(payment.account.number, held + due);
    const left = suffix === '006' ? 0 : pulled - amount;
    Object.assign(payment, { status: 'EXCEPTION', ending: undefined, held: 0, pulled: left, owed: owed + due });
  }

  #release(payment: CardPayment, amount: number): void {
    payment.held -= amount;
    payment.pulled -= amount;
    this.#money.fund(payment.account.number, amount);
  }

  #end(payment: CardPayment): void {
    this.#release(payment, payment.held);
    payment.status = 'SETTLED';
  }

  #clear(payment: CardPayment, amount: number): void {
    if (amount === 0) return this.#end(payment);
    payment.clearings += 1;
    payment.settled += amount;
    payment.status = payment.settled < payment.authorized ? 'PARTIALLY_SETTLED' : 'SETTLED';
    if (!payment.isDebit) return this.#money.fund(payment.account.number, amount);
    const beyond = Math.max(0, amount - payment.held);
    payment.held -= amount - beyond;
    if (beyond > 0) this.#collect(payment, beyond);
  }

  /** After the transaction has ended. What a closed card cannot pay is lost. */
  #clearLate(payment: CardPayment, amount: number): void {
    payment.clearings += 1;
    payment.settled += amount;
    if (!payment.isDebit) return this.#money.fund(payment.account.number, amount);
    if (isUnpaid(payment)) return void (payment.owed += amount);
    this.#collect(payment, amount);
    if (isUnpaid(payment) && payment.card.state === 'CLOSED') this.writeOff(payment);
  }

  /** Ends a transaction with a debit that no hold covers. */
  #collect(payment: CardPayment, amount: number): void {
    const isCovered = this.#pullMore(payment, amount);
    Object.assign(payment, { status: isCovered ? 'SETTLED' : 'EXCEPTION', ending: undefined });
    if (!isCovered) payment.owed += amount;
  }

  #resize(payment: CardPayment, total: number): void {
    const isRaised = total > payment.authorized;
    payment.authorized = total;
    if (total === payment.settled) return this.#end(payment);
    if (!payment.isDebit) return;
    const missing = total - payment.settled - payment.held;
    if (isRaised && this.#pull(payment, missing)) payment.held += missing;
    if (missing < 0) this.#release(payment, -missing);
  }

  #return(payment: CardPayment, amount: number): void {
    if (payment.status === 'SETTLED' && amount === netOf(payment)) payment.status = 'REFUNDED';
    const paid = Math.min(amount, payment.owed);
    payment.returns.push(amount);
    payment.owed -= paid;
    this.#money.fund(payment.account.number, amount - paid);
  }

  /** Undoes the newest return, which is no attempt of a debit. */
  #reverse(payment: CardPayment): void {
    const amount = payment.returns.pop() ?? 0;
    const { number } = payment.account;
    const isCovered = this.#money.balanceOf(number) >= amount;
    payment.status = isCovered ? 'SETTLED' : 'EXCEPTION';
    if (isCovered) this.#money.fund(number, -amount);
    else payment.owed += amount;
  }
}

/** A wallet requires a delegated key. */
const usableOf = ({ sources, keyId }: Card) => sources.filter(({ isWallet }) => !isWallet || keyId !== undefined);

function firstOf({ sources: [first], id }: Card): Account {
  if (!first) throw new Error(`The card ${id} has no source.`);
  return first;
}

interface Decline {
  readonly declineReason: string;
  readonly opening: Opening;
}

/** The suffix 002 stands for a failed debit. */
function decline(payment: CardPayment, { declineReason, opening }: Decline): CardPayment {
  const isPullCounted = opening.suffix === '002' && declineReason === 'INSUFFICIENT_FUNDS' && isPull(opening);
  const account = firstOf(payment.card);
  return Object.assign(payment, {
    status: 'EXCEPTION',
    ending: 'DECLINED',
    declineReason,
    account,
    pulls: isPullCounted ? 1 : 0,
  });
}
