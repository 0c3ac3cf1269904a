// The expected card transactions of a platform's customers: what each message of the card network does to one, and to its account.
import { type Card, type CardEvent, type CardPayment, isOpen, netOf, type Opening, spendingLimit } from './card-payment.ts';

/** The accounts of the payers. */
export interface Money {
  balanceOf(payer: number): number;
  fund(payer: number, amount: number): void;
}

export class CardModel {
  readonly payments: CardPayment[] = [];
  readonly #money: Money;

  constructor(money: Money) {
    this.#money = money;
  }

  heldOf(payer: number): number {
    const own = this.payments.filter(({ card }) => card.payer === payer);
    return own.reduce((sum, { held }) => sum + held, 0);
  }

  open(card: Card, { kind, token, amount }: Opening): CardPayment {
    const isDebit = !kind.includes('credit');
    const amounts = { authorized: amount, held: 0, pulls: 0, pulled: 0, clearings: 0, settled: 0, returns: [], owed: 0 };
    const payment: CardPayment = { card, token, isDebit, status: 'AUTHORIZED', ...amounts };
    this.payments.push(payment);
    const declineReason = this.#declineOf(payment);
    if (declineReason) return Object.assign(payment, { status: 'EXCEPTION', declineReason });
    if (isDebit && this.#pull(payment, amount)) payment.held = amount;
    if (kind.startsWith('financial')) this.#clear(payment, amount);
    return payment;
  }

  /** False if the transaction does not allow the event. */
  apply(payment: CardPayment, { kind, amount }: CardEvent): boolean {
    const { status, isDebit, settled, clearings } = payment;
    switch (kind) {
      case 'clearing':
        if (!isOpen(payment)) return false;
        this.#clear(payment, amount);
        return true;
      case 'authorization_advice':
        if (!isOpen(payment) || amount === 0 || amount < settled) return false;
        this.#resize(payment, amount);
        return true;
      case 'return':
        if (!isDebit || clearings === 0 || amount === 0 || amount > netOf(payment)) return false;
        this.#return(payment, amount);
        return true;
      case 'return_reversal':
        if (status !== 'REFUNDED') return false;
        this.#reverse(payment);
        return true;
      default:
        throw new Error(`There is no event ${kind satisfies never}.`);
    }
  }

  /** Ends what is open, of one card or of all. */
  expire(card?: Card): void {
    const open = this.payments.filter((payment) => isOpen(payment) && (card === undefined || payment.card === card));
    for (const payment of open) this.#end(payment);
  }

  #declineOf({ card, isDebit, authorized }: CardPayment): string | undefined {
    if (card.state === 'CLOSED') return 'CARD_CLOSED';
    if (!isDebit) return undefined;
    if (card.state === 'FROZEN') return 'CARD_PAUSED';
    if (authorized > spendingLimit) return 'SPENDING_LIMIT_EXCEEDED';
    return this.#money.balanceOf(card.payer) < authorized ? 'INSUFFICIENT_FUNDS' : undefined;
  }

  /** Tries to debit the account, all or nothing. */
  #pull(payment: CardPayment, amount: number): boolean {
    const { payer } = payment.card;
    payment.pulls += 1;
    if (this.#money.balanceOf(payer) < amount) return false;
    this.#money.fund(payer, -amount);
    payment.pulled += amount;
    return true;
  }

  #release(payment: CardPayment, amount: number): void {
    payment.held -= amount;
    payment.pulled -= amount;
    this.#money.fund(payment.card.payer, amount);
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
    if (!payment.isDebit) return this.#money.fund(payment.card.payer, amount);
    const beyond = Math.max(0, amount - payment.held);
    payment.held -= amount - beyond;
    if (beyond > 0) this.#collect(payment, beyond);
  }

  /** Ends a transaction with a debit that no hold covers. */
  #collect(payment: CardPayment, amount: number): void {
    const isCovered = this.#pull(payment, amount);
    payment.status = isCovered ? 'SETTLED' : 'EXCEPTION';
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
    this.#money.fund(payment.card.payer, amount - paid);
  }

  /** Undoes the newest return, which is no attempt of a debit. */
  #reverse(payment: CardPayment): void {
    const amount = payment.returns.pop() ?? 0;
    const { payer } = payment.card;
    const isCovered = this.#money.balanceOf(payer) >= amount;
    payment.status = isCovered ? 'SETTLED' : 'EXCEPTION';
    if (isCovered) this.#money.fund(payer, -amount);
    else payment.owed += amount;
  }
}
