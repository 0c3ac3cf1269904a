// Transfers without a quote, and their parties.
import type { Tenant } from '../../kit/platform.ts';
import { newBank, newPayer, type SharedTransfers } from './transfers-world.ts';

export type Way = 'in' | 'out';

export async function transfer(tenant: Tenant, way: Way, { from = '', to = '', key = '', ...more }: Record<string, unknown>) {
  const body = { source: { accountId: from }, destination: { accountId: to }, amount: 1_000, ...more };
  return tenant.rest('POST', `/transfer-${way}`, { body, headers: key ? { 'idempotency-key': String(key) } : {} });
}

/** Makes transfers in a world. */
export function transfersIn(world: SharedTransfers) {
  async function parties(suffix = '999') {
    const tenant = await world.newPlatform();
    const { customerId, accountId } = await newPayer(tenant, { amount: 5_000 });
    return { tenant, customerId, accountId, bank: await newBank(tenant, customerId, suffix) };
  }

  return { parties };
}
