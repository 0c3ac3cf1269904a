// Processes that die at a point of their work, and the next one that recovers it.
import type { Tenant } from '../../kit/platform.ts';
import { newBank, newPayer, type SharedTransfers } from './transfers-world.ts';

const recoveryMs = 10_000;

export function deathsIn(world: SharedTransfers) {
  async function recover(): Promise<void> {
    world.wall.advance(recoveryMs);
    await world.settle();
  }

  async function prepared(suffix: string): Promise<{ tenant: Tenant; accountId: string; bank: string }> {
    const tenant = await world.newPlatform();
    const { customerId, accountId } = await newPayer(tenant, { amount: 3_000 });
    return { tenant, accountId, bank: await newBank(tenant, customerId, suffix) };
  }

  return { recover, prepared };
}
