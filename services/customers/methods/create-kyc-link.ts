// CreateKycLink: a new link to the hosted page. The customer does not change.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { type KycLinkService, KycProvider } from '../../../gen/payments/customers/v1/kyc_link_pb.ts';
import type { Environment } from '../../kit/core/caller.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { openUrlProblem } from '../../kit/messages/web-address.ts';
import { redirectUriError } from '../checks/kyc-link.ts';
import type { CustomersMethod } from '../context.ts';
import { unverifiedContacts } from '../domain/contacts.ts';
import { type KycLink, kycLinkLifeMs } from '../domain/kyc-link.ts';
import { customerUuid } from '../steps/find-customer.ts';
import { findLiveCustomer } from '../steps/find-holder.ts';
import { hashOf, kycUrlOf, newKycToken } from '../steps/kyc-tokens.ts';

/** The link has the id of the operation, from which its token is derived, so that a repeated call returns the same link. */
export const createKycLink: CustomersMethod<typeof KycLinkService.method.createKycLink> = async (request, context) => {
  const { store, caller, clock, operationId: id } = context;
  refuseOpenRedirect(request.redirectUri, caller.environment);
  const customer = await findLiveCustomer(customerUuid(request.customerId), context);
  const channels = unverifiedContacts(customer).map(({ field }) => field);
  if (channels.length) {
    throw fail(ErrorCode.CONFLICT, `Before verification, the customer must confirm: ${channels.join(', ')}.`, {
      reason: 'CONTACT_NOT_VERIFIED',
    });
  }

  const fresh: KycLink = {
    id,
    platformId: caller.platformId,
    customerId: customer.id,
    tokenHash: hashOf(newKycToken(id, context)),
    redirectUri: request.redirectUri,
    expiresAt: new Date(clock.now().getTime() + kycLinkLifeMs),
    usedAt: undefined,
  };
  await store.kycLinks.announce([fresh]);
  const link = await store.write(async (rows) => {
    await rows.kycLinks.insert(fresh);
    return (await rows.kycLinks.find(caller.platformId, id)) ?? fresh;
  });
  const kycUrl = kycUrlOf(link, context);
  return { kycUrl, expiresAt: timestampFromDate(link.expiresAt), provider: KycProvider.SUMSUB };
};

function refuseOpenRedirect(redirectUri: string | undefined, environment: Environment): void {
  const problem = redirectUri === undefined ? undefined : openUrlProblem(redirectUri, environment);
  if (problem !== undefined) throw invalidInput([redirectUriError(problem)]);
}
