// Agents as their platforms make and read them.
import { makePayee, makePayer, makeQuote } from '../../kit/payments.ts';
import type { Tenant } from '../../kit/platform.ts';
import type { Rest } from '../../kit/rest.ts';

export const limits = { currency: 'USD', perTransactionLimit: 20_000 };

export const policy = (more: object = {}) => ({
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: limits,
  ...more,
});

/** A customer with its internal account in US dollars. */
export async function newCustomer({ rest }: Pick<Tenant, 'rest'>): Promise<{ customerId: string; accountId: string }> {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD'] };
  const { id: customerId } = (await rest('POST', '/customers', { body })).body;
  const { data } = (await rest('GET', `/customers/internal-accounts?customerId=${customerId}`)).body;
  return { customerId, accountId: data[0].id };
}

export interface NewAgent {
  readonly id: string;
  readonly code: string;
}

/** An agent that waits for its software. */
export async function newAgent({ rest }: Pick<Tenant, 'rest'>, customerId: string, more: object = {}): Promise<NewAgent> {
  const { body } = await rest('POST', '/agents', { body: { name: 'Bookkeeper', customerId, policy: policy(), ...more } });
  return { id: body.agent.id, code: body.deviceCode.code };
}

export const redeem = ({ rest }: Pick<Tenant, 'rest'>, code: string) =>
  rest('POST', `/agents/device-codes/${code}/redeem`, { token: null });

export const issue = ({ rest }: Pick<Tenant, 'rest'>, id: string) => rest('POST', `/agents/${id}/device-codes`);

/** Status, code, and reason of an answer. */
export const verdict = ({ status, body }: { status: number; body: { code?: string; details?: { reason?: string } } }) => [
  status,
  body?.code,
  body?.details?.reason,
];

export const everything = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
];

export interface Connected {
  readonly id: string;
  /** Calls as the agent, below `/agents/me`. */
  readonly rest: Rest;
}

/** An agent with every permission, unless its policy says otherwise. */
export async function connect(tenant: Pick<Tenant, 'rest'>, customerId: string, more: object = {}): Promise<Connected> {
  const { id, code } = await newAgent(tenant, customerId, { policy: policy({ permissions: everything, ...more }) });
  const token = `Bearer ${(await redeem(tenant, code)).body.accessToken}`;
  return { id, rest: (method, path, options = {}) => tenant.rest(method, `/agents/me${path}`, { token, ...options }) };
}

/** A customer with an external account and a transaction. */
export async function newPayer({ rest }: Pick<Tenant, 'rest'>) {
  const { customerId, accountId } = await makePayer(rest, 100_000, ['USD', 'EUR']);
  const externalAccountId = await makePayee(rest, customerId);
  const { transactionId } = await makeQuote(rest, { from: accountId, to: externalAccountId });
  return { customerId, accountId, externalAccountId, transactionId };
}
