// The calls of a simulation about agents and their actions.
import { deepStrictEqual as equal } from 'node:assert';
import type { Rest, RestAnswer, RestOptions, Verb } from '../kit/rest.ts';
import type { Action, Agent, BankSuffix, Requested } from './agent-action.ts';
import type { Policy } from './agent-policy.ts';

export const suffixes: readonly BankSuffix[] = ['911', '003', '005'];

/** Of a payer, in the order of the suffixes. */
export type Banks = readonly string[];

export interface NewAgent {
  readonly customerId: string;
  readonly policy: Policy;
}

/** Its id and its `authorization` header. */
export async function createAgent(rest: Rest, agent: NewAgent): Promise<Pick<Agent, 'id' | 'token'>> {
  const body = await answered(rest, 'POST', '/agents', { body: { name: 'Bookkeeper', ...agent } });
  return { id: body.agent.id, token: await redeem(rest, body.deviceCode.code) };
}

/** The agent has another credential afterwards. */
export async function reinstall(rest: Rest, agent: Agent): Promise<void> {
  await setPaused(rest, agent, true);
  const { code } = await answered(rest, 'POST', `/agents/${agent.id}/device-codes`);
  agent.token = await redeem(rest, code);
  await setPaused(rest, agent, false);
}

export async function setPaused(rest: Rest, agent: Agent, isPaused: boolean): Promise<void> {
  await answered(rest, 'PATCH', `/agents/${agent.id}`, { body: { isPaused } });
  agent.isPaused = isPaused;
}

async function redeem(rest: Rest, code: string): Promise<string> {
  const { accessToken } = await answered(rest, 'POST', `/agents/device-codes/${code}/redeem`, { token: null });
  return `Bearer ${accessToken}`;
}

export async function newBanks(rest: Rest, customerId: string): Promise<Banks> {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' };
  const ids: string[] = [];
  for (const suffix of suffixes) {
    const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber: `66779${suffix}`, routingNumber: '021000021', beneficiary };
    const body = { customerId, currency: 'USD', accountInfo };
    ids.push((await answered(rest, 'POST', '/customers/external-accounts', { body })).id);
  }
  return ids;
}

export interface Attempt {
  readonly requested: Requested;
  readonly banks: Banks;
  readonly key: string;
}

/** Calls as the agent. */
export function request(rest: Rest, { requested, banks, key }: Attempt): Promise<RestAnswer> {
  const { type, amount, agent } = requested;
  const options = { token: agent.token, headers: { 'idempotency-key': key } };
  if (type === 'EXECUTE_QUOTE') return rest('POST', `/agents/me/quotes/${requested.quote.quoteId}/execute`, options);
  const inside = { accountId: agent.accountId };
  const outside = { accountId: banks[suffixes.indexOf(requested.suffix)] };
  const isOut = type === 'TRANSFER_OUT';
  const body = { source: isOut ? inside : outside, destination: isOut ? outside : inside, amount };
  return rest('POST', `/agents/me/transfer-${isOut ? 'out' : 'in'}`, { ...options, body });
}

/** All actions of an agent, as it sees them. */
export async function actionsOf(rest: Rest, { token }: Agent): Promise<ActionView[]> {
  const { data } = await answered(rest, 'GET', '/agents/me/actions?limit=100', { token });
  return byId(data.map(shownBy));
}

export interface ActionView {
  readonly id: string;
  readonly status: string;
  readonly reason: string | undefined;
}

/** What the API must show. */
export const expected = ({ id = '', status, reason }: Action): ActionView => ({ id, status, reason });

export const byId = (actions: readonly ActionView[]) => actions.toSorted((a, b) => (a.id < b.id ? -1 : 1));

interface ActionBody {
  readonly id: string;
  readonly status: string;
  readonly failureReason?: string;
  readonly rejectionReason?: string;
}

/** What it shows. */
export const shownBy = ({ id, status, failureReason, rejectionReason }: ActionBody): ActionView => ({
  id,
  status,
  reason: failureReason ?? rejectionReason,
});

/** The body of a success. */
async function answered(rest: Rest, method: Verb, path: string, options: RestOptions = {}): Promise<RestAnswer['body']> {
  const { status, body } = await rest(method, path, options);
  equal(status < 300, true, `${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}
