// Payments of platforms with the operator's caps.
import { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { execute, newBank, newPayer, quote, type SharedTransfers } from './transfers-world.ts';

export const seen = ({ status, body }: { status: number; body: { code: string; details?: object } }) => [
  status,
  body.code,
  body.details,
];

export async function pay(tenant: Tenant, from: string, to: string, amount = 1_000) {
  const { body } = await quote(tenant, from, to, { lockedCurrencyAmount: amount });
  return execute(tenant, body.id);
}

/** Creates capped platforms, and pays on them. */
export function capsIn(world: SharedTransfers) {
  async function capped(caps: { singleMax?: bigint; dailyMax?: bigint }, suffix = '999') {
    const tenant = await world.newPlatform();
    const { customerId, accountId } = await newPayer(tenant, { amount: 100_000 });
    await tenant.internal(VolumeLimitService).setVolumeLimit({ sendingCurrency: 'USD', receivingCurrency: 'USD', ...caps });
    return { tenant, customerId, accountId, bank: await newBank(tenant, customerId, suffix) };
  }

  return { capped };
}
