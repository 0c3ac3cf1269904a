// The cards of one simulated platform: messages of the card network at random, each checked against the model.
import { deepStrictEqual as equal } from 'node:assert';
import type { Payer } from '../kit/payments.ts';
import type { Rest } from '../kit/rest.ts';
import type { Random } from '../services/auth/random.ts';
import { CardModel, type Money } from './card-model.ts';
import {
  type Card,
  type CardEvent,
  type CardPayment,
  type CardTransactionBody,
  events,
  expected,
  isAlive,
  leftOf,
  openings,
  shownBy,
  spendingLimit,
} from './card-payment.ts';

const acts = ['open', 'open', 'open', 'report', 'report', 'report', 'report', 'report', 'report', 'freeze', 'close'] as const;

/** What the actor of the platform provides. */
export interface Surroundings {
  readonly rest: Rest;
  readonly random: Random;
  readonly money: Money;
  /** Runs what is due. */
  readonly settle: () => Promise<void>;
}

export class CardActor {
  readonly #rest: Rest;
  readonly #random: Random;
  readonly #settle: () => Promise<void>;
  readonly #model: CardModel;
  readonly #cards: Card[] = [];
  #payers: readonly Payer[] = [];
  /** Of transactions, by their tokens. */
  #ids = new Map<string, string>();

  constructor({ rest, random, money, settle }: Surroundings) {
    this.#rest = rest;
    this.#random = random;
    this.#settle = settle;
    this.#model = new CardModel(money);
  }

  async begin(payers: readonly Payer[]): Promise<void> {
    this.#payers = payers;
    for (const payer of payers.keys()) await this.#issue(payer);
    await this.#settle();
  }

  /** One random action, and its checks. Returns its name. */
  async step(): Promise<string> {
    const act = this.#random.pick(acts);
    const name = await this[act]();
    await this.#check();
    return name;
  }

  /** After all holds have expired. */
  async end(): Promise<void> {
    this.#model.expire();
    const isPending = ({ pullSummary }: CardTransactionBody) => pullSummary.pendingCount > 0;
    equal((await this.#check()).some(isPending), false);
  }

  heldOf(payer: number): number {
    return this.#model.heldOf(payer);
  }

  async open(): Promise<string> {
    const card = this.#random.pick(this.#cards.slice(-3));
    const kind = this.#random.pick(openings);
    const amount = 1 + this.#random.below(this.#random.pick([2_000, 20_000, 2 * spendingLimit]));
    const message = { amount, currency: { code: 'USD' }, merchant: { descriptor: 'COFFEE BAR' } };
    const { status, body } = await this.#rest('POST', `/sandbox/cards/${card.id}/simulate/${kind}`, { body: message });
    equal(status, 202, JSON.stringify(body));
    const { status: outcome, declineReason } = this.#model.open(card, { kind, amount, token: body.issuerTransactionToken });
    return `${kind}: ${declineReason ?? outcome}`;
  }

  async report(): Promise<string> {
    const recent = this.#model.payments.filter(isAlive).slice(-6);
    if (recent.length === 0) return this.open();
    const payment = this.#random.pick(recent);
    const kind = this.#random.pick<CardEvent['kind']>(events[payment.status]);
    const amount = this.#amountFor(payment);
    const body = { cardTransactionId: this.#ids.get(payment.token), amount };
    const before = JSON.stringify(payment);
    const isAllowed = this.#model.apply(payment, { kind, amount });
    const answer = await this.#rest('POST', `/sandbox/cards/${payment.card.id}/simulate/${kind}`, { body });
    equal(answer.status, isAllowed ? 202 : 400, `${kind} ${amount} of ${before}: ${JSON.stringify(answer.body)}`);
    return isAllowed ? `${kind}: ${payment.status}` : 'refused card event';
  }

  /** Or unfreezes. */
  async freeze(): Promise<string> {
    const card = this.#random.pick(this.#cards.filter(({ state }) => state !== 'CLOSED'));
    await this.#change(card, card.state === 'FROZEN' ? 'ACTIVE' : 'FROZEN');
    return 'freeze';
  }

  /** The customer gets another card. */
  async close(): Promise<string> {
    const card = this.#random.pick(this.#cards.filter(({ state }) => state !== 'CLOSED'));
    await this.#change(card, 'CLOSED');
    await this.#issue(card.payer);
    await this.#settle();
    this.#model.expire(card);
    return 'close';
  }

  async #issue(payer: number): Promise<void> {
    const { customerId, accountId } = this.#payers[payer] ?? { customerId: '', accountId: '' };
    const funding = { fundingSources: [accountId], maxSpendPerTransaction: spendingLimit };
    const { status, body } = await this.#rest('POST', '/cards', {
      body: { cardholderId: customerId, form: 'VIRTUAL', ...funding },
    });
    equal(status, 201, JSON.stringify(body));
    this.#cards.push({ id: body.id, payer, state: 'ACTIVE' });
  }

  async #change(card: Card, state: Card['state']): Promise<void> {
    const { status, body } = await this.#rest('PATCH', `/cards/${card.id}`, { body: { state } });
    equal([status, body.state], [200, state], JSON.stringify(body));
    card.state = state;
  }

  /** Everything that is open or was collected, a part of it, or more. */
  #amountFor(payment: CardPayment): number {
    const all = leftOf(payment);
    const most = this.#random.pick([all, all, all, 2 * spendingLimit]);
    return this.#random.pick([most, most, this.#random.below(most + 1), this.#random.below(most + 1), 0]);
  }

  async #check(): Promise<CardTransactionBody[]> {
    const { status, body } = await this.#rest('GET', '/transactions?type=CARD&limit=100');
    equal([status, body.hasMore], [200, false]);
    const shown: CardTransactionBody[] = body.data;
    this.#ids = new Map(shown.map(({ issuerTransactionToken, id }) => [issuerTransactionToken, id]));
    equal(byToken(shown.map(shownBy)), byToken(this.#model.payments.map(expected)));
    return shown;
  }
}

const byToken = (payments: readonly ReturnType<typeof expected>[]) => payments.toSorted((a, b) => (a.token < b.token ? -1 : 1));
