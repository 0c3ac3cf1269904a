// Quotes to be refused.
import type { Tenant } from '../../kit/platform.ts';
import { newBank, newPayer, quote, type SharedTransfers } from './transfers-world.ts';

/** Requests quotes in a world. */
export function quotesIn(world: SharedTransfers) {
  /** A payer of the tenant, with a bank account to pay. */
  async function corridor(tenant: Tenant = world) {
    const { customerId, accountId } = await newPayer(tenant, { amount: 0 });
    return { customerId, accountId, bank: await newBank(tenant, customerId) };
  }

  async function refused(source: string, destination: string, more: object = {}) {
    const { status, body } = await quote(world, source, destination, more);
    return [status, body.code, body.details];
  }

  return { corridor, refused };
}
