// Platforms with linked provider accounts and registered stablecoins.
import { randomUUID } from 'node:crypto';
import type { StablecoinProviderAccountStatus } from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { StablecoinReportService } from '../../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { newNetworkToken } from './network-tokens.ts';

export const key = () => ({ 'idempotency-key': randomUUID() });

/** A client id whose last three characters select the outcome. */
export const clientId = (suffix = '111') => `${randomUUID()}-${suffix}`;

/** Links a provider account. Returns the id of the link. */
export async function link({ rest }: Pick<Tenant, 'rest'>, apiClientId = clientId()): Promise<string> {
  const body = { provider: 'BRALE', apiClientId, apiClientSecret: 'secret' };
  return (await rest('POST', '/stablecoin-provider-accounts', { body, headers: key() })).body.id;
}

/** A new token. The suffix selects how its issuance goes. */
export const token = (suffix = 'X') => ({
  providerTokenIdentifier: `HARBOR-${randomUUID().slice(0, 8)}${suffix}`,
  networkTokenIdentifier: newNetworkToken(),
  network: 'SPARK',
});

export const register = ({ rest }: Pick<Tenant, 'rest'>, body: object, headers: Record<string, string> = key()) =>
  rest('POST', '/stablecoins', { body, headers });

/** Reports a link, as operator or provider. */
export const report = (tenant: Tenant, stablecoinProviderAccountId: string, status: StablecoinProviderAccountStatus) =>
  tenant.internal(StablecoinReportService).reportStablecoinProviderAccount({ stablecoinProviderAccountId, status });
