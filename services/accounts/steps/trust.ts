// Starts and confirms changes of trust in an account.
import type { ConfirmBeneficiaryTrustRequest, StartBeneficiaryTrustRequest } from '../../../gen/payments/accounts/v1/trust_pb.ts';
import { ScaSubject } from '../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { ScaChallenge } from '../../../gen/payments/common/v1/sca_pb.ts';
import { publicId, uuidOf } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AccountsContext } from '../context.ts';
import type { ExternalAccount } from '../domain/external/external-account.ts';
import { findExternalAccount, shown } from './find-external-account.ts';

const isTrusted = ({ trustedAt }: ExternalAccount) => trustedAt !== undefined;

/** Undefined if the account already has the requested trust. Throws REFERENCE_NOT_FOUND, and CONFLICT if no proof is required. */
export async function startTrust(
  { externalAccountId }: StartBeneficiaryTrustRequest,
  isTrust: boolean,
  context: AccountsContext,
): Promise<ScaChallenge | undefined> {
  const account = await findExternalAccount({ externalAccountId, view: 'all' }, context);
  const customerId = await customerInScope(account, context);
  const { clients, operationId, store } = context;
  const { platformId, id: accountId } = account;
  if (isTrusted(account) === isTrust) {
    await store.trustChallenges.put({ platformId, accountId, isTrust });
    return undefined;
  }
  const { challenge } = await clients.scaChallenges.openScaChallenge({
    id: operationId,
    customerId,
    subject: ScaSubject.TRUST,
    subjectId: accountId,
    agreement: isTrust ? 'to trust a payee' : 'to stop trusting a payee',
  });
  if (!challenge) throw scaNotRequired();
  await store.trustChallenges.put({ platformId, accountId, challengeId: operationId, isTrust });
  return challenge;
}

/**
 * Throws like `startTrust`, and ACCOUNT_LOCKED, and INVALID_INPUT for an invalid proof, or without a start. The proof of a completed start can
 * be repeated until its challenge expires.
 */
export async function confirmTrust(
  request: ConfirmBeneficiaryTrustRequest,
  isTrust: boolean,
  context: AccountsContext,
): Promise<void> {
  const named = { externalAccountId: request.externalAccountId, view: 'all' } as const;
  const account = await findExternalAccount(named, context);
  const customerId = await customerInScope(account, context);
  const { platformId, id: accountId } = account;
  const latest = await context.store.trustChallenges.find(platformId, accountId);
  const start = latest?.isTrust === isTrust ? latest : undefined;
  if (start && start.challengeId === undefined && isTrusted(account) === isTrust) return;

  await prove(request, { customerId, challengeId: start?.challengeId }, context);
  await context.store.write(async (rows) => {
    const locked = shown(await rows.externalAccounts.lock(platformId, accountId), named);
    const current = await rows.trustChallenges.find(platformId, accountId);
    if (current?.challengeId !== start?.challengeId) throw badProof('The challenge was replaced. Start again.');
    if (isTrusted(locked) === isTrust) return;
    const { trustedAt: _, ...untrusted } = locked;
    await rows.externalAccounts.changeTrust({ ...untrusted, ...(isTrust && { trustedAt: context.clock.now() }) });
  });
}

interface Asked {
  /** Public id. */
  readonly customerId: string;
  /** uuid. Undefined if there is none to prove. */
  readonly challengeId: string | undefined;
}

async function prove(
  { challengeId: named, code, passkeyAssertion, origin }: ConfirmBeneficiaryTrustRequest,
  { customerId, challengeId }: Asked,
  { clients }: AccountsContext,
): Promise<void> {
  const isOther = named !== undefined && uuidOf('ScaChallenge', named) !== challengeId;
  const { isOver } = await clients.scaChallenges.proveScaChallenge({
    customerId,
    subject: ScaSubject.TRUST,
    ...(challengeId !== undefined && !isOther && { id: challengeId }),
    ...(code !== undefined && { code }),
    ...(passkeyAssertion && { passkeyAssertion }),
    ...(origin !== undefined && { origin }),
  });
  if (isOver) throw badProof('The proof is invalid, and no attempts are left. Start again.');
}

/** Public id of the account's customer. */
async function customerInScope({ customerId: uuid }: ExternalAccount, { clients }: AccountsContext): Promise<string> {
  if (uuid === undefined) throw scaNotRequired();
  const customerId = publicId('Customer', uuid);
  const { isRequired } = await clients.scaChallenges.getScaStatus({ customerId });
  if (!isRequired) throw scaNotRequired();
  return customerId;
}

const scaNotRequired = () =>
  fail(ErrorCode.CONFLICT, 'Strong customer authentication does not apply to this customer, so trust cannot be confirmed.', {
    reason: 'SCA_NOT_REQUIRED',
  });

const badProof = (message: string) => fail(ErrorCode.INVALID_INPUT, message, { reason: 'INVALID_PROOF' });
