// The agents of one simulated platform: requests at random, and decisions on them, each checked against the model.
import { deepStrictEqual as equal } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { Payer } from '../kit/payments.ts';
import type { Rest, RestAnswer } from '../kit/rest.ts';
import type { Random } from '../services/auth/random.ts';
import { type Agent, isPending, type Requested } from './agent-action.ts';
import {
  actionsOf,
  type Banks,
  byId,
  createAgent,
  expected,
  newBanks,
  reinstall,
  request,
  setPaused,
  shownBy,
} from './agent-calls.ts';
import { AgentModel } from './agent-model.ts';
import { newPolicy, randomChange, withChange } from './agent-policy.ts';
import { crashPoints, kinds, pauseSeconds, statusOf, type TransferKind } from './agent-requests.ts';
import type { Money } from './card-model.ts';
import { cutOffAt } from './cut-off.ts';
import type { Payment } from './model.ts';

const acts = [
  ...(['transfer', 'transfer', 'transfer', 'quote', 'quote', 'execute', 'execute', 'execute', 'twice'] as const),
  ...(['decide', 'decide', 'decide', 'decide', 'change', 'change', 'pause', 'replace', 'wait', 'crash'] as const),
];

/** Of a rejection. */
const reason = 'Not this month.';

/** Days of one life. */
const waitsMax = 5;

/** What the actor of the platform provides. */
export interface AgentSurroundings {
  readonly rest: Rest;
  readonly random: Random;
  readonly money: Money;
  /** Of the platform. */
  readonly clock: () => number;
  readonly advance: (seconds: number) => Promise<void>;
  /** A request for a quote of this payer. */
  readonly quoteOf: (payer: number) => Pick<Payment, 'payer' | 'suffix'> & { readonly body: object };
  /** Adds the quote in a response to the payments. */
  readonly note: (answer: RestAnswer, of: Pick<Payment, 'payer' | 'suffix'>) => Payment;
}

export class AgentActor {
  readonly #on: AgentSurroundings;
  readonly #model: AgentModel;
  #payers: readonly Payer[] = [];
  readonly #banks: Banks[] = [];
  #agents: Agent[] = [];
  readonly #quotes: { readonly agent: Agent; readonly quote: Payment }[] = [];
  #waits = 0;

  constructor(surroundings: AgentSurroundings) {
    this.#on = surroundings;
    this.#model = new AgentModel(surroundings.money, surroundings.clock);
  }

  async begin(payers: readonly Payer[]): Promise<void> {
    this.#payers = payers;
    for (const [payer, { customerId }] of payers.entries()) {
      this.#banks.push(await newBanks(this.#on.rest, customerId));
      await this.#connect(payer);
    }
  }

  /** One random action, and its checks. Returns its name. */
  async step(): Promise<string> {
    const name = await this[this.#on.random.pick(acts)]();
    const agent = this.#anyAgent();
    const { body } = await this.#on.rest('GET', `/agents/${agent.id}`);
    const { dailyResetDate: _, monthlyResetMonth: __, ...usage } = body.usage;
    equal([body.isPaused, usage], [agent.isPaused, this.#model.usageOf(agent)], name);
    return name;
  }

  /** The time has passed. */
  pass(): void {
    this.#model.pass();
  }

  /** After more than a day: nothing waits any more. */
  async end(): Promise<void> {
    equal((await this.#on.rest('GET', '/agents/approvals')).body.data, []);
    for (const agent of this.#agents) await this.#checkActions(agent);
  }

  async transfer(): Promise<string> {
    const transfer = this.#anyTransfer();
    return this.#judge(transfer, await this.#request(transfer));
  }

  async quote(): Promise<string> {
    const agent = this.#anyAgent();
    const { body, ...of } = this.#on.quoteOf(agent.payer);
    const answer = await this.#on.rest('POST', '/agents/me/quotes', { token: agent.token, body });
    const { permissions, accountRestrictions } = agent.policy;
    const isAllowed = accountRestrictions?.allowedAccountIds?.includes(agent.accountId) !== false;
    if (!agent.isPaused && permissions.includes('CREATE_QUOTES') && isAllowed) {
      this.#quotes.push({ agent, quote: this.#on.note(answer, of) });
      return 'quote of an agent';
    }
    equal(answer.status, 403, JSON.stringify(answer.body));
    return 'refused quote of an agent';
  }

  /** Of a new quote, or a recent one. */
  async execute(): Promise<string> {
    if (this.#on.random.below(2) === 0) await this.quote();
    const execution = this.#anyExecution();
    if (!execution) return this.quote();
    return this.#judge(execution, await this.#request(execution));
  }

  /** Two equal requests at once. Of a quote, at most one begins; transfers share the limits. */
  async twice(): Promise<string> {
    const { random, money } = this.#on;
    const requested = (random.below(2) === 0 ? this.#anyExecution() : undefined) ?? this.#anyTransfer();
    const isAffordable = requested.type !== 'TRANSFER_IN' && money.balanceOf(requested.agent.payer) >= 2 * requested.amount;
    if (!isAffordable) return this.#judge(requested, await this.#request(requested));
    const answers = await Promise.all([this.#request(requested), this.#request(requested)]);
    const [first, second] = answers.toSorted((a, b) => a.status - b.status) as [RestAnswer, RestAnswer];
    const name = this.#judge(requested, first);
    if (requested.type !== 'EXECUTE_QUOTE' || first.status >= 300) this.#judge(requested, second);
    else equal([403, 409].includes(second.status), true, `twice ${second.status}`); // its limits can be judged before its quote
    return `twice ${name}`;
  }

  /** Rarely of an action that was decided before. */
  async decide(): Promise<string> {
    const { random, rest, clock } = this.#on;
    const own = this.#model.actions.filter(({ agent, id }) => this.#agents.includes(agent) && id !== undefined);
    const waiting = own.filter(isPending);
    const action = random.below(8) > 0 ? waiting.at(random.below(waiting.length || 1)) : own.at(-1);
    if (!action) return this.transfer();
    const verb = random.pick(['approve', 'approve', 'reject']);
    const ofQuote =
      action.type === 'EXECUTE_QUOTE' && clock() < action.quote.expiresAtMs ? action.quote.transactionId : undefined;
    const isByTransaction = ofQuote !== undefined && random.below(2) === 0;
    const path = isByTransaction ? `/transactions/${ofQuote}` : `/agents/${action.agent.id}/actions/${action.id}`;
    const wasPending = isPending(action);
    const { status, body } = await rest('POST', `${path}/${verb}`, { body: verb === 'reject' ? { reason } : {} });
    equal(status, wasPending ? 200 : 409, `${path}/${verb}: ${JSON.stringify(body)}`);
    if (!wasPending) return 'late decision';
    if (verb === 'approve') this.#model.approve(action);
    else this.#model.reject(action, reason);
    if (!isByTransaction) equal(shownBy(body), expected(action));
    return `${verb}: ${action.status}`;
  }

  async change(): Promise<string> {
    const agent = this.#anyAgent();
    const change = randomChange(this.#on.random, agent.accountId);
    const { status, body } = await this.#on.rest('PATCH', `/agents/${agent.id}/policy`, { body: change });
    equal(status, 200, JSON.stringify(body));
    agent.policy = withChange(agent.policy, change);
    return 'policy';
  }

  /** Or resumes. */
  async pause(): Promise<string> {
    const agent = this.#agents.find(({ isPaused }) => isPaused) ?? this.#anyAgent();
    await setPaused(this.#on.rest, agent, !agent.isPaused);
    return 'pause';
  }

  /** The agent is installed again, or deleted for another one. Its credential opens nothing afterwards. */
  async replace(): Promise<string> {
    const agent = this.#anyAgent();
    const { token } = agent;
    const isDeleted = this.#on.random.below(2) === 0;
    if (isDeleted) await this.#delete(agent);
    else await reinstall(this.#on.rest, agent);
    const body = { source: {}, destination: {}, amount: 1 };
    const opened = [
      await this.#on.rest('GET', '/agents/me', { token }),
      await this.#on.rest('POST', '/agents/me/transfer-out', { token, body }),
    ];
    equal(
      opened.map(({ status }) => status),
      [401, 401],
    );
    return isDeleted ? 'deleted agent' : 'reinstalled agent';
  }

  /** A day, after which nothing waits and limits restart. */
  async wait(): Promise<string> {
    if (this.#waits++ >= waitsMax) return this.decide();
    await this.#on.advance(24 * 3_600);
    for (const agent of this.#agents) await this.#checkActions(agent);
    return 'day';
  }

  /** A request is cut off somewhere. Its retry completes it, or the recovery. */
  async crash(): Promise<string> {
    const { random, rest, advance } = this.#on;
    await advance(pauseSeconds);
    const transfer = this.#transferOf(random.pick(kinds.filter(([, suffix]) => suffix === '911')));
    const answer = this.#model.answerTo(transfer);
    const points = crashPoints[answer];
    if (!points) return this.#judge(transfer, await this.#request(transfer));
    const point = random.pick(points);
    const wasCutOff = cutOffAt(point);
    const key = randomUUID();
    const { status } = await this.#request(transfer, key);
    equal([wasCutOff(), status], [true, 503], point);
    if (random.below(2) === 0) return `retried ${this.#judge(transfer, await this.#request(transfer, key))}`;
    const action = this.#model.add(transfer, answer);
    await advance(20);
    const known = new Set(this.#model.actions.map(({ id }) => id));
    const shown = await actionsOf(rest, transfer.agent);
    action.id = shown.find(({ id }) => !known.has(id))?.id ?? '';
    return `recovered ${transfer.type}: ${answer}`;
  }

  #anyAgent(): Agent {
    return this.#on.random.pick(this.#agents);
  }

  #anyTransfer(): Requested {
    return this.#transferOf(this.#on.random.pick(kinds));
  }

  #transferOf([type, suffix]: TransferKind): Requested {
    const { random } = this.#on;
    return { agent: this.#anyAgent(), type, amount: 100 + random.below(random.pick([2_000, 20_000])), suffix };
  }

  #anyExecution(): Requested | undefined {
    const own = this.#quotes.filter(({ agent }) => this.#agents.includes(agent)).slice(-3);
    if (own.length === 0) return undefined;
    const { agent, quote } = this.#on.random.pick(own);
    return { agent, type: 'EXECUTE_QUOTE', quote, amount: quote.amount };
  }

  #request(requested: Requested, key: string = randomUUID()): Promise<RestAnswer> {
    return request(this.#on.rest, { requested, banks: this.#banks[requested.agent.payer] ?? [], key });
  }

  /** Compares a response with the model, which then has its action. */
  #judge(requested: Requested, { status, body }: RestAnswer): string {
    const answer = this.#model.answerTo(requested);
    const { type, amount } = requested;
    const name = `${type}: ${answer}`;
    const isAction = status < 300;
    equal(isAction ? body.status : body.details?.reason, answer, `${name} of ${amount}: ${JSON.stringify(body)}`);
    equal(status, isAction ? (type === 'EXECUTE_QUOTE' ? 200 : 201) : statusOf(answer), name);
    if (isAction) this.#model.add(requested, answer).id = body.id;
    return name;
  }

  async #connect(payer: number): Promise<void> {
    const { customerId, accountId } = this.#payers[payer] ?? { customerId: '', accountId: '' };
    const policy = newPolicy(this.#on.random);
    const made = await createAgent(this.#on.rest, { customerId, policy });
    this.#agents.push({ ...made, payer, accountId, isPaused: false, policy });
  }

  async #delete(agent: Agent): Promise<void> {
    equal((await this.#on.rest('DELETE', `/agents/${agent.id}`)).status, 204);
    this.#model.remove(agent);
    this.#agents = this.#agents.filter((one) => one !== agent);
    await this.#connect(agent.payer);
  }

  async #checkActions(agent: Agent): Promise<void> {
    const own = this.#model.actions.filter((action) => action.agent === agent);
    equal(await actionsOf(this.#on.rest, agent), byId(own.map(expected)));
  }
}
