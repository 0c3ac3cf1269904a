// The expected actions of a platform's agents: what the policy answers to each request, and what each action moves and counts.
import {
  type Action,
  type ActionStatus,
  type Agent,
  failureOf,
  isPending,
  isRefusedAtOnce,
  needsApproval,
  type Requested,
  ruleOf,
  type Usage,
} from './agent-action.ts';
import type { Money } from './card-model.ts';
import type { Payment } from './model.ts';

const dayMs = 86_400_000;
const slowMs = 30_000;

export class AgentModel {
  readonly actions: Action[] = [];
  readonly #money: Money;
  readonly #now: () => number;

  /** `now`: the time of the platform. */
  constructor(money: Money, now: () => number) {
    this.#money = money;
    this.#now = now;
  }

  /** The answer to a request: the status of its action, or the reason of its refusal. */
  answerTo(requested: Requested): string {
    const denial = this.#denialOf(requested, false);
    if (denial !== undefined) return denial;
    if (needsApproval(requested)) return 'PENDING_APPROVAL';
    if (this.#isShort(requested)) return 'INSUFFICIENT_BALANCE';
    return isRefusedAtOnce(requested) ? 'FAILED' : 'APPROVED';
  }

  /** The new action of a request that was answered with this status. */
  add(requested: Requested, status: string): Action {
    const action: Action = { ...requested, requestedAtMs: this.#now(), status: 'PENDING_APPROVAL' };
    this.actions.push(action);
    if (status === 'FAILED') this.#end(action, 'FAILED', 'EXECUTION_FAILED');
    else if (status === 'APPROVED') this.#begin(action);
    else if (action.type === 'EXECUTE_QUOTE') action.quote.isWaiting = true;
    return action;
  }

  approve(action: Action): void {
    const denial = this.#denialOf(action, true);
    if (denial !== undefined) this.#end(action, 'FAILED', failureOf(denial));
    else if (this.#isShort(action)) this.#end(action, 'FAILED', 'INSUFFICIENT_FUNDS');
    else if (isRefusedAtOnce(action)) this.#end(action, 'FAILED', 'EXECUTION_FAILED');
    else this.#begin(action);
  }

  reject(action: Action, reason?: string): void {
    this.#end(action, 'REJECTED', reason);
  }

  /** Rejects what waits. */
  remove(agent: Agent): void {
    for (const action of this.actions) if (action.agent === agent && isPending(action)) this.reject(action, 'AGENT_DELETED');
  }

  /** What has become due. */
  pass(): void {
    const nowMs = this.#now();
    for (const action of this.actions) {
      if (action.refusedAtMs !== undefined && nowMs >= action.refusedAtMs) this.#refuse(action);
      if (!isPending(action) || nowMs < action.requestedAtMs + dayMs) continue;
      if (action.type === 'EXECUTE_QUOTE') this.#end(action, 'FAILED', 'QUOTE_EXPIRED');
      else this.#end(action, 'REJECTED', 'APPROVAL_TIMEOUT');
    }
  }

  /** Of what was executed, and did not fail before its money moved. */
  usageOf(agent: Agent): Usage {
    const nowMs = this.#now();
    const own = this.actions.filter((action) => action.agent === agent && action.status === 'APPROVED');
    const today = own.filter(({ countedAtMs = 0 }) => dateOf(countedAtMs) === dateOf(nowMs));
    const thisMonth = own.filter(({ countedAtMs = 0 }) => dateOf(countedAtMs).slice(0, 7) === dateOf(nowMs).slice(0, 7));
    return { dailyTransactionCount: today.length, dailySpend: sumOf(today), monthlySpend: sumOf(thisMonth) };
  }

  /** In the order of the contract. `isDecided`: at its approval. */
  #denialOf(requested: Requested, isDecided: boolean): string | undefined {
    const { agent, amount, type } = requested;
    const { permissions, spendingLimits, accountRestrictions } = agent.policy;
    const { perTransactionLimit, dailyTransactionLimit, dailyLimit, monthlyLimit } = spendingLimits;
    const usage = this.usageOf(agent);
    const conflict = type === 'EXECUTE_QUOTE' ? this.#conflictOf(requested.quote, isDecided) : undefined;
    const checks: [boolean, string][] = [
      [agent.isPaused, 'AGENT_PAUSED'],
      [!permissions.includes(type === 'EXECUTE_QUOTE' ? 'EXECUTE_QUOTES' : 'CREATE_TRANSFERS'), 'PERMISSION_DENIED'],
      [accountRestrictions?.allowedAccountIds?.includes(agent.accountId) === false, 'ACCOUNT_NOT_ALLOWED'],
      [conflict !== undefined, conflict ?? ''],
      [amount > (ruleOf(agent)?.perTransactionLimit ?? perTransactionLimit), 'PER_TRANSACTION_LIMIT'],
      [usage.dailyTransactionCount + 1 > (dailyTransactionLimit ?? Infinity), 'DAILY_TRANSACTION_LIMIT'],
      [usage.dailySpend + amount > (dailyLimit ?? Infinity), 'DAILY_LIMIT'],
      [usage.monthlySpend + amount > (monthlyLimit ?? Infinity), 'MONTHLY_LIMIT'],
    ];
    return checks.find(([applies]) => applies)?.[1];
  }

  #conflictOf({ executedAtMs, isRejected, isWaiting, expiresAtMs }: Payment, isDecided: boolean): string | undefined {
    if (executedAtMs !== undefined || isRejected) return 'QUOTE_ALREADY_EXECUTED';
    if (this.#now() >= expiresAtMs) return 'QUOTE_EXPIRED';
    return isWaiting && !isDecided ? 'AGENT_ACTION_PENDING' : undefined;
  }

  #isShort({ type, agent, amount }: Requested): boolean {
    return type !== 'TRANSFER_IN' && this.#money.balanceOf(agent.payer) < amount;
  }

  #begin(action: Action): void {
    const nowMs = this.#now();
    action.status = 'APPROVED';
    action.countedAtMs = nowMs;
    if (action.type === 'EXECUTE_QUOTE') {
      action.quote.executedAtMs = nowMs;
      action.quote.isWaiting = false;
      return;
    }
    const { type, suffix, amount, agent } = action;
    if (suffix === '005') action.refusedAtMs = nowMs + slowMs;
    if (type === 'TRANSFER_OUT' && suffix !== '003') this.#money.fund(agent.payer, -amount);
    if (type === 'TRANSFER_IN' && suffix === '911') this.#money.fund(agent.payer, amount);
  }

  /** By its bank, which has collected nothing. */
  #refuse(action: Action): void {
    action.refusedAtMs = undefined;
    this.#end(action, 'FAILED', 'EXECUTION_FAILED');
  }

  #end(action: Action, status: ActionStatus, reason: string | undefined): void {
    action.status = status;
    action.reason = reason;
    if (action.type !== 'EXECUTE_QUOTE') return;
    action.quote.isWaiting = false;
    action.quote.isRejected = this.#now() < action.quote.expiresAtMs;
  }
}

const dateOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
const sumOf = (actions: readonly Action[]) => actions.reduce((sum, { amount }) => sum + amount, 0);
