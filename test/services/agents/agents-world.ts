// Agents as their platforms make and read them.
import type { Tenant } from '../../kit/platform.ts';

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
