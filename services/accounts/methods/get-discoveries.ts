// GetDiscoveries: all receiving institutions.
import type { DiscoveryService } from '../../../gen/payments/accounts/v1/directory_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { institutionsIn } from '../domain/external/institutions.ts';

export const getDiscoveries: AccountsMethod<typeof DiscoveryService.method.getDiscoveries> = async (request) => {
  return { data: institutionsIn(request) };
};
