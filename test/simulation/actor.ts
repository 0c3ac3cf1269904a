// One simulated platform: its possible actions at random, each checked against the model.
import { deepStrictEqual as equal } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { LedgerService } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { brokenInvariantsOf } from '../kit/books.ts';
import { fund, makePayee, makeSlowPayee, type Payer, quoteBody } from '../kit/payments.ts';
import type { Tenant, World } from '../kit/platform.ts';
import type { RestAnswer } from '../kit/rest.ts';
import type { Random } from '../services/auth/random.ts';
import { newCardholder } from '../services/cards/cards-world.ts';
import { AgentActor } from './agent-actor.ts';
import { CardActor } from './card-actor.ts';
import type { Money } from './card-model.ts';
import { type Account, unitsOf } from './card-payment.ts';
import { cutOffAt } from './cut-off.ts';
import { finalOf, leftAtMs, Model, type Payment, suffixes } from './model.ts';

/** Where an execution can be cut off. */
const crashPoints = [
  'execution begun',
  'hold booked',
  'processing',
  'dispatch booked',
  'payout submitted',
  'settle booked',
  'reverse booked',
  'refund booked',
  'concluded',
];

/** An unaffordable one is not refused yet at this point. */
const beforeHeld = ['execution begun', 'hold booked'];

const acts = [
  ...(['quote', 'quote', 'quote', 'payAtOnce', 'execute', 'execute', 'executeTwice'] as const),
  ...(['cancel', 'fund', 'debit', 'advance', 'crash'] as const),
  ...(['card', 'card', 'card', 'card', 'agent', 'agent', 'agent', 'agent'] as const),
];

/** The numbers of wallets follow those of the other accounts. */
const wallets = 2;

/** The hold of a card lasts longer than any other payment. */
const holdSeconds = 7 * 24 * 3_600;

/** What the actors share. */
export interface Stage {
  readonly world: World;
  /** To the database of the world. */
  readonly books: Client;
  readonly random: Random;
}

export class Actor {
  readonly #world: World;
  readonly #books: Client;
  readonly #tenant: Tenant;
  readonly #random: Random;
  readonly #model = new Model();
  readonly #cards: CardActor;
  readonly #agents: AgentActor;
  /** Their accounts in USD have their numbers. */
  #payers: Payer[] = [];
  /** Of each payer. */
  readonly #accounts: Account[][] = [];
  #payees: string[][] = [];
  #offsetMs = 0;

  constructor({ world, books, random }: Stage, tenant: Tenant) {
    this.#world = world;
    this.#books = books;
    this.#tenant = tenant;
    this.#random = random;
    const money: Money = {
      balanceOf: (account) => this.#model.balanceOf(account, this.#nowMs),
      fund: (account, amount) => this.#model.fund(account, amount),
    };
    const clock = () => this.#nowMs;
    const advance = (seconds: number) => this.#move(seconds);
    this.#cards = new CardActor({ tenant, books, random, money, clock, advance });
    this.#agents = new AgentActor({
      rest: tenant.rest,
      random,
      money,
      clock,
      advance,
      quoteOf: (payer) => this.#request(payer),
      note: (answer, of) => this.#note(answer, of),
    });
  }

  async begin(): Promise<void> {
    const { rest } = this.#tenant;
    for (const payer of [0, 1]) {
      const { customerId, accounts } = await newCardholder(this.#tenant, {
        email: `payer-${payer}@example.com`,
        currencies: ['USD', 'USDB'],
      });
      this.#payers.push({ customerId, accountId: accounts.USD ?? '' });
      this.#payees.push(
        await Promise.all(
          suffixes.map((suffix) => (suffix === 'ACH' ? makeSlowPayee(rest, customerId) : makePayee(rest, customerId, suffix))),
        ),
      );
      const both = [
        { id: accounts.USD ?? '', customerId, number: payer, isWallet: false },
        { id: accounts.USDB ?? '', customerId, number: payer + wallets, isWallet: true },
      ];
      for (const account of both) await this.#begin(account);
      this.#accounts.push(both);
    }
    await this.#cards.begin(this.#accounts);
    await this.#agents.begin(this.#payers);
  }

  async #begin(account: Account): Promise<void> {
    await fund(this.#tenant.rest, account.id, 50_000 * unitsOf(account));
    this.#model.fund(account.number, 50_000);
  }

  /** One random action, and its checks. Returns its name. */
  async step(): Promise<string> {
    const act = this.#random.pick(acts);
    const name = await this[act]();
    await this.check();
    return name ?? act;
  }

  /** All time passes; then every payment has ended, and the platform's own audit finds nothing. */
  async end(): Promise<void> {
    await this.#move(holdSeconds);
    await this.#world.settle(); // debits are confirmed after the response
    await this.#cards.end();
    await this.#agents.end();
    for (const payment of this.#model.payments) {
      const { body } = await this.#tenant.rest('GET', `/transactions/${payment.transactionId}`);
      equal({ status: body.status, refund: body.refund?.status }, finalOf(payment), JSON.stringify(payment));
    }
    await this.check();
    equal((await this.#tenant.internal(LedgerService).audit({})).findings, []);
  }

  async check(): Promise<void> {
    const { body } = await this.#tenant.rest('GET', '/customers/internal-accounts');
    const accounts = this.#accounts.flat();
    const shown = accounts.map((account) => body.data.find(({ id }: { id: string }) => id === account.id));
    equal(
      shown.map(({ balance, totalBalance }) => [balance.amount, totalBalance.amount]),
      accounts.map((account) => this.#balancesOf(account)),
    );
    equal(await brokenInvariantsOf(this.#tenant.id, this.#books), []);
  }

  #balancesOf(account: Account): number[] {
    const available = this.#model.balanceOf(account.number, this.#nowMs);
    return [available, available + this.#cards.heldOn(account)].map((amount) => amount * unitsOf(account));
  }

  get #nowMs(): number {
    return this.#world.wall.now().getTime() + this.#offsetMs;
  }

  async quote(): Promise<void> {
    const { payer, suffix, body } = this.#request();
    this.#note(await this.#tenant.rest('POST', '/quotes', { body }), { payer, suffix });
  }

  async payAtOnce(): Promise<void> {
    const { payer, suffix, body } = this.#request();
    const isAffordable = this.#model.balanceOf(payer, this.#nowMs) >= body.lockedCurrencyAmount;
    const answer = await this.#tenant.rest('POST', '/quotes', { body: { ...body, immediatelyExecute: true } });
    equal(answer.status, isAffordable ? 201 : 400);
    if (isAffordable) this.#note(answer, { payer, suffix }).executedAtMs = this.#nowMs;
  }

  async execute(): Promise<void> {
    const payment = this.#anyPayment();
    if (!payment) return this.quote();
    this.#judge(payment, [await this.#execute(payment)]);
  }

  async executeTwice(): Promise<void> {
    const payment = this.#anyPayment();
    if (!payment) return this.quote();
    this.#judge(payment, await Promise.all([this.#execute(payment), this.#execute(payment)]));
  }

  /** Preferably of one that can be cancelled. */
  async cancel(): Promise<void> {
    const slow = this.#model.payments.filter(({ suffix, executedAtMs }) => suffix === 'ACH' && executedAtMs !== undefined);
    const payment = slow.at(-1) ?? this.#anyPayment();
    if (!payment) return this.quote();
    const verdicts = this.#model.cancelVerdicts(payment, this.#nowMs);
    const { status } = await this.#tenant.rest('POST', `/transactions/${payment.transactionId}/cancel`);
    equal(verdicts.includes(status), true, `${JSON.stringify(payment)} ${status}`);
    if (status === 200) payment.isCancelled = true;
  }

  async fund(): Promise<void> {
    const payer = this.#random.below(2);
    const amount = 1 + this.#random.below(20_000);
    await fund(this.#tenant.rest, this.#payers[payer]?.accountId ?? '', amount);
    this.#model.fund(payer, amount);
  }

  /** An external party debits the account, if the balance allows. */
  async debit(): Promise<void> {
    const payer = this.#random.below(2);
    const amount = 1 + this.#random.below(20_000);
    const isPaid = this.#model.balanceOf(payer, this.#nowMs) >= amount;
    const path = `/sandbox/internal-accounts/${this.#payers[payer]?.accountId}/debit`;
    const { body } = await this.#tenant.rest('POST', path, { body: { amount } });
    equal([body.direction, body.status], ['DEBIT', isPaid ? 'COMPLETED' : 'FAILED']);
    if (isPaid) this.#model.fund(payer, -amount);
  }

  card(): Promise<string> {
    return this.#cards.step();
  }

  agent(): Promise<string> {
    return this.#agents.step();
  }

  async advance(): Promise<void> {
    await this.#move(this.#random.below(200));
  }

  /** The execution is cut off somewhere, answered or not; after the recovery time it has ended, one way or the other. */
  async crash(): Promise<void> {
    const payment = this.#anyPayment();
    if (!payment) return this.quote();
    const point = this.#random.pick(crashPoints);
    const verdict = this.#model.verdict(payment, this.#nowMs);
    const atMs = this.#nowMs;
    const wasCutOff = cutOffAt(point);
    const { status } = await this.#execute(payment);
    if (!wasCutOff()) return this.#judge(payment, [{ status }], verdict);
    equal(verdict === 200 || (verdict === 400 && beforeHeld.includes(point)), true, `${status} at ${point} of ${verdict}`);
    await this.#move(20);
    const { body } = await this.#tenant.rest('GET', `/transactions/${payment.transactionId}`);
    if (body.status === 'PENDING') return;
    payment.executedAtMs = leftAtMs(body) ?? atMs;
    payment.isRecovered = true;
  }

  #request(payer = this.#random.below(2)) {
    const index = this.#random.below(suffixes.length);
    const amount = 100 + this.#random.below(20_000);
    const suffix = suffixes[index] ?? '911';
    const body = quoteBody({ from: this.#payers[payer]?.accountId ?? '', to: this.#payees[payer]?.[index] ?? '', amount });
    if (suffix !== 'ACH') return { payer, suffix, body };
    return { payer, suffix, body: { ...body, destination: { ...body.destination, paymentRail: 'ACH' } } };
  }

  #note({ status, body }: RestAnswer, { payer, suffix }: Pick<Payment, 'payer' | 'suffix'>): Payment {
    equal(status, 201, JSON.stringify(body));
    const { id: quoteId, transactionId, totalSendingAmount: amount, expiresAt } = body;
    const payment: Payment = { quoteId, transactionId, payer, suffix, amount, expiresAtMs: Date.parse(expiresAt) };
    this.#model.payments.push(payment);
    return payment;
  }

  #anyPayment(): Payment | undefined {
    const recent = this.#model.payments.slice(-12);
    return recent.length > 0 ? this.#random.pick(recent) : undefined;
  }

  #execute({ quoteId }: Payment): Promise<RestAnswer> {
    return this.#tenant.rest('POST', `/quotes/${quoteId}/execute`, { headers: { 'idempotency-key': randomUUID() } });
  }

  /** At most one of the answers is a success, and only if the model has one. */
  #judge(payment: Payment, answers: readonly { status: number }[], verdict = this.#model.verdict(payment, this.#nowMs)): void {
    const successes = answers.filter(({ status }) => status === 200).length;
    equal(successes, verdict === 200 ? 1 : 0, `${JSON.stringify(payment)} ${JSON.stringify(answers)}`);
    equal(
      answers.filter(({ status }) => ![200, 400, 409].includes(status)),
      [],
    );
    if (successes === 1) payment.executedAtMs = this.#nowMs;
  }

  async #move(seconds: number): Promise<void> {
    await this.#tenant.advance(seconds);
    this.#offsetMs += seconds * 1000;
    this.#cards.runDue();
    this.#agents.pass();
  }
}
