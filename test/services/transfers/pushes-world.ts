// Quotes with just-in-time funding from outside, and their payers.
import type { Tenant } from '../../kit/platform.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { quote } from './transfers-world.ts';

export interface Push {
  readonly customerId?: string;
  readonly currency?: string;
  readonly cryptoNetwork?: string;
  readonly to: string;
  readonly more?: object;
}

/** A quote with just-in-time funding. */
export function realtime(
  tenant: Tenant,
  { customerId, currency = 'USD', cryptoNetwork, to, more = {} }: Push,
): Promise<RestAnswer> {
  const source = { sourceType: 'REALTIME_FUNDING', currency, customerId, cryptoNetwork };
  return quote(tenant, '', to, { source, ...more });
}

/** Pays a quote by its instructions. */
export function send(tenant: Tenant, quoteId: string, more: object = {}): Promise<RestAnswer> {
  return tenant.rest('POST', '/sandbox/send', { body: { quoteId, currencyCode: 'USD', ...more } });
}
