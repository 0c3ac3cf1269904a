// The cards of one simulated platform: random actions, each checked against the model.
import { deepStrictEqual as equal } from 'node:assert';
import type { Client } from 'pg';
import type { Tenant } from '../kit/platform.ts';
import type { Random } from '../services/auth/random.ts';
import { Agenda } from './agenda.ts';
import { changeKey, changeSources, close, freeze, issue, issueAny } from './card-holder.ts';
import { bookedHouses, expectedHouses } from './card-houses.ts';
import { decide, reportEvent, reportInDisorder, settleNetwork } from './card-issuer.ts';
import { CardModel, type Money } from './card-model.ts';
import { simulateEvent, simulateMessage } from './card-network.ts';
import { resolveShortfall } from './card-operator.ts';
import { type Account, type CardTransactionBody, expected, shownBy } from './card-payment.ts';
import type { Act, CardStage } from './card-stage.ts';

/** Each with its frequency. */
const frequencies: readonly (readonly [Act, number])[] = [
  [simulateMessage, 4],
  [simulateEvent, 5],
  [decide, 2],
  [reportEvent, 3],
  [reportInDisorder, 1],
  [settleNetwork, 1],
  [resolveShortfall, 2],
  [issueAny, 1],
  [freeze, 1],
  [close, 1],
  [changeSources, 1],
  [changeKey, 1],
];
const acts = frequencies.flatMap(([act, count]) => Array.from({ length: count }, () => act));

/** What the actor of the platform provides. */
export interface Surroundings {
  readonly tenant: Tenant;
  readonly books: Client;
  readonly random: Random;
  readonly money: Money;
  /** The time of the platform. */
  readonly clock: () => number;
  readonly advance: CardStage['advance'];
}

export class CardActor {
  readonly #books: Client;
  readonly #stage: CardStage;

  constructor({ books, money, clock, ...shared }: Surroundings) {
    const agenda = new Agenda(clock);
    const model = new CardModel(money, agenda);
    this.#books = books;
    this.#stage = { ...shared, agenda, model, holders: [], cards: [], settlements: [], ids: new Map() };
  }

  async begin(holders: readonly (readonly Account[])[]): Promise<void> {
    this.#stage.holders.push(...holders);
    for (const accounts of holders) await issue(this.#stage, accounts);
  }

  /** One random action, and its checks. Returns its name. */
  async step(): Promise<string> {
    const { model, ids } = this.#stage;
    if (model.payments.some(({ token }) => !ids.has(token))) await this.#check(); // some began when the clock was advanced
    const name = await this.#stage.random.pick(acts)(this.#stage);
    await this.#check();
    return name;
  }

  /** After the clock of the platform was advanced. */
  runDue(): void {
    this.#stage.agenda.run();
  }

  /** After all holds have expired. */
  async end(): Promise<void> {
    const isPending = ({ pullSummary }: CardTransactionBody) => pullSummary.pendingCount > 0;
    equal((await this.#check()).some(isPending), false);
    const { body } = await this.#stage.tenant.rest('GET', '/cards?limit=100');
    const states = body.data.map(({ id, state }: { id: string; state: string }) => [id, state]);
    equal(Object.fromEntries(states), Object.fromEntries(this.#stage.cards.map(({ id, state }) => [id, state])));
  }

  heldOn(account: Account): number {
    return this.#stage.model.heldOn(account.number);
  }

  async #check(): Promise<CardTransactionBody[]> {
    const { tenant, model, settlements, ids } = this.#stage;
    const { status, body } = await tenant.rest('GET', '/transactions?type=CARD&limit=100');
    equal([status, body.hasMore], [200, false]);
    const shown: CardTransactionBody[] = body.data;
    for (const { issuerTransactionToken, id } of shown) ids.set(issuerTransactionToken, id);
    equal(byToken(shown.map(shownBy)), byToken(model.payments.map(expected)));
    equal(await bookedHouses(tenant.id, this.#books), expectedHouses(model.payments, settlements));
    return shown;
  }
}

const byToken = (payments: readonly ReturnType<typeof expected>[]) => payments.toSorted((a, b) => (a.token < b.token ? -1 : 1));
