// Starts a challenge for the owner of a wallet.
import { randomBytes } from 'node:crypto';
import { ExternalAccountStatus } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { sandboxSuffixOf } from '../../kit/core/sandbox-suffix.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AccountsContext } from '../context.ts';
import type { ExternalAccount } from '../domain/external/external-account.ts';
import { primaryIdentifierOf } from '../domain/external/identifiers.ts';
import {
  type ChallengeMethod,
  lifetimeMs,
  messageToSign,
  type OwnershipChallenge,
  sandboxLivenessMs,
} from '../domain/ownership/challenge.ts';
import { canSign, walletOf } from '../domain/ownership/networks.ts';
import { isProvable } from '../domain/ownership/requirement.ts';
import { externalAccountIn, type Named, shown } from './find-external-account.ts';
import { historyEntryNow, moveExternalAccount } from './move-external-account.ts';

/** The new challenge, which replaces any other. Throws REFERENCE_NOT_FOUND, CONFLICT, INVALID_INPUT, NOT_IMPLEMENTED. */
export function challengeOwner(named: Named, method: ChallengeMethod, context: AccountsContext): Promise<OwnershipChallenge> {
  const { store, caller } = context;
  return store.write(async (rows) => {
    const account = shown(await rows.externalAccounts.lock(caller.platformId, externalAccountIn(named)), named);
    refuseUnprovable(account, method, context);

    const challenge = newChallenge(account, method, context);
    const after = (await moveExternalAccount(rows, { account, event: 'challenged' }, context)) ?? account;
    await rows.challenges.put(challenge);
    await rows.history.add([after], { kind: 'CHALLENGED', ...historyEntryNow(context) });
    if (method === 'LIVENESS' && isDecided(account)) await rows.jobs.add(livenessOf(challenge, context));
    return challenge;
  });
}

const provable: readonly ExternalAccountStatus[] = [
  ExternalAccountStatus.PENDING_OWNERSHIP_VERIFICATION,
  ExternalAccountStatus.UNVERIFIED,
];

function refuseUnprovable(account: ExternalAccount, method: ChallengeMethod, { caller }: AccountsContext): void {
  if (!isProvable(account) || !provable.includes(account.status)) {
    const message =
      'This account does not require a proof of ownership. Only self-custody wallets do, until their ownership is proven.';
    throw fail(ErrorCode.CONFLICT, message);
  }
  const { info } = account.accountInfo;
  if (method === 'WALLET_SIGNATURE' && info.case !== undefined && !canSign(info)) {
    throw invalidInput([{ field: 'method', message: 'is not possible for an address without a key. Use LIVENESS' }]);
  }
  if (method === 'LIVENESS' && caller.environment === 'production') {
    throw fail(ErrorCode.NOT_IMPLEMENTED, 'No liveness provider is configured. Use WALLET_SIGNATURE.');
  }
}

function newChallenge(account: ExternalAccount, method: ChallengeMethod, { ids, clock }: AccountsContext): OwnershipChallenge {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs[method]);
  const challenge = { id: ids.next(), platformId: account.platformId, accountId: account.id, method, createdAt, expiresAt };
  const { info } = account.accountInfo;
  const wallet = info.case === undefined ? undefined : walletOf(info);
  if (method === 'LIVENESS' || !wallet) return challenge;
  const { address, network } = wallet;
  const nonce = randomBytes(16);
  return { ...challenge, message: messageToSign({ accountId: account.id, address, network: network.name, nonce, expiresAt }) };
}

/** With one suffix, the sandbox's liveness check never ends. */
function isDecided({ accountInfo: { info } }: ExternalAccount): boolean {
  return info.case === undefined || sandboxSuffixOf(primaryIdentifierOf(info)) !== '204';
}

function livenessOf({ id, accountId, createdAt }: OwnershipChallenge, { caller, requestId }: AccountsContext) {
  const runAt = new Date(createdAt.getTime() + sandboxLivenessMs);
  return { kind: 'end-liveness-check', key: id, caller, payload: { accountId }, runAt, requestId };
}
