// FindKycLink: the platform of a link token, so that the gateway can call in its name.
import type { HostedVerificationService } from '../../../gen/payments/customers/v1/kyc_link_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { findLink } from '../steps/kyc-tokens.ts';

export const findKycLink: CustomersMethod<typeof HostedVerificationService.method.findKycLink> = async ({ token }, context) => {
  const { platformId } = await findLink(token, context);
  const { environment, clockOffsetMs, brand = {} } = await context.clients.platform.getPlatform({ platformId });
  return { platformId, environment, clockOffsetMs, brand };
};
