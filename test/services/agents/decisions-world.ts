// The requests of the decision table, and the agents that make them.
import { expect } from 'vitest';
import { bankAccount } from '../../contract/valid-bodies.ts';
import type { Tenant } from '../../kit/platform.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { type PayingAgent, payingAgent } from './actions-world.ts';
import { everything } from './agents-world.ts';

/** Of every payment in the table. */
export const amount = 1_000;
export const approval = { defaultExecutionMode: 'APPROVAL_REQUIRED' };

/** An agent with a quote that it created before anything changed. */
export interface Scene extends PayingAgent {
  readonly quoteId: string;
}

type Ask = (scene: Scene) => Promise<RestAnswer>;

export const reads: Readonly<Record<string, Ask>> = {
  'read itself': ({ agent }) => agent('GET', ''),
  'read its actions': ({ agent }) => agent('GET', '/actions'),
  'read internal accounts': ({ agent }) => agent('GET', '/internal-accounts'),
  'read transactions': ({ agent }) => agent('GET', '/transactions'),
  'read external accounts': ({ agent }) => agent('GET', '/external-accounts'),
  'read an external account': ({ agent, payeeId }) => agent('GET', `/external-accounts/${payeeId}`),
  'read a quote': ({ agent, quoteId }) => agent('GET', `/quotes/${quoteId}`),
};

export const payments: Readonly<Record<string, Ask>> = {
  'execute a quote': ({ agent, quoteId }) => agent('POST', `/quotes/${quoteId}/execute`),
  'transfer in': ({ agent, accountId, bankId }) => agent('POST', '/transfer-in', transfer(bankId, accountId)),
  'transfer out': ({ agent, accountId, bankId }) => agent('POST', '/transfer-out', transfer(accountId, bankId)),
};

export const writes: Readonly<Record<string, Ask>> = {
  'create a quote': ({ agent, accountId, payeeId }) => agent('POST', '/quotes', { body: quoteBody(accountId, payeeId) }),
  ...payments,
  'add an external account': ({ agent }) => agent('POST', '/external-accounts', { body: bankAccount() }),
  'delete an external account': ({ agent, bankId }) => agent('DELETE', `/external-accounts/${bankId}`),
};

const asks = new Map(Object.entries({ ...reads, ...writes }));

/** Makes a request of the table. */
export function ask(name: string, scene: Scene): Promise<RestAnswer> {
  const request = asks.get(name);
  if (!request) throw new Error(`The table has no request ${name}.`);
  return request(scene);
}

export function quoteBody(accountId: string, payeeId: string, more: object = {}) {
  return {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: payeeId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
    ...more,
  };
}

export function transfer(source: string, destination: string, more: object = {}) {
  return { body: { source: { accountId: source }, destination: { accountId: destination }, amount, ...more } };
}

interface Given {
  readonly owner: PayingAgent;
  /** In addition to all permissions, AUTO, and generous limits. */
  readonly policy?: object;
  /** Runs after the quote was created. */
  readonly change?: ((scene: Scene) => Promise<RestAnswer>) | undefined;
}

/** A new agent of the owner. */
export async function newScene(tenant: Pick<Tenant, 'rest'>, { owner, policy = {}, change }: Given): Promise<Scene> {
  const one = await payingAgent(tenant, { permissions: everything, ...policy }, owner);
  const scene = { ...one, quoteId: await one.quote(amount) };
  if (change) expect((await change(scene)).status).toBeOneOf([200, 204]);
  return scene;
}
