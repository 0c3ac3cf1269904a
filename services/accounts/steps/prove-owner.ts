// Verifies a signature for the open challenge of a wallet. The challenge is used up, whether the signature is valid or not.
import { type SignatureScheme, SignatureSchemeSchema } from '../../../gen/payments/accounts/v1/ownership_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import { enumNames } from '../../kit/messages/json/enums.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AccountsContext } from '../context.ts';
import type { ExternalAccount } from '../domain/external/external-account.ts';
import { failuresMax, noOpenChallenge, type OwnershipChallenge, refuseTooMany } from '../domain/ownership/challenge.ts';
import { walletOf } from '../domain/ownership/networks.ts';
import { sandboxSignature, type Verdict } from '../domain/ownership/proof.ts';
import { findExternalAccount, type Named, shown } from './find-external-account.ts';
import { moveExternalAccount } from './move-external-account.ts';

export interface Signed {
  readonly signature: string;
  readonly scheme: SignatureScheme;
}

/** The active account. Throws REFERENCE_NOT_FOUND, CONFLICT, RATE_LIMITED, and INVALID_INPUT with the reason of a failure. */
export async function proveOwner(named: Named, signed: Signed, context: AccountsContext): Promise<ExternalAccount> {
  const { store, clock } = context;
  const account = await findExternalAccount(named, context);
  refuseUnknownScheme(account, signed);
  const challenge = await store.challenges.open(account.platformId, account.id);
  if (challenge?.method !== 'WALLET_SIGNATURE') throw noOpenChallenge();
  refuseTooMany(await store.history.failedProofs(account, failuresMax), clock.now());

  const outcome = judge({ account, challenge, signed }, context);
  const after = await end({ named, challenge, isProven: outcome === 'PROVEN' }, context);
  if (outcome !== 'PROVEN') throw notProven(outcome);
  return after;
}

/** The scheme is ignored for keys that sign in one way only. */
function refuseUnknownScheme({ accountInfo: { info } }: ExternalAccount, { scheme }: Signed): void {
  const hasSchemes = info.case !== undefined && walletOf(info)?.network.hasSchemes;
  const schemes = enumNames(SignatureSchemeSchema);
  if (!hasSchemes || schemes.byNumber.has(scheme)) return;
  throw invalidInput([
    { field: 'signatureScheme', constraint: { enum: schemes.all }, message: 'is not one of the allowed values' },
  ]);
}

type Outcome = Verdict | 'CHALLENGE_EXPIRED';

interface Attempt {
  readonly account: ExternalAccount;
  readonly challenge: OwnershipChallenge;
  readonly signed: Signed;
}

function judge({ account, challenge, signed }: Attempt, { caller, clock, mode }: AccountsContext): Outcome {
  if (challenge.expiresAt.getTime() <= clock.now().getTime()) return 'CHALLENGE_EXPIRED';
  const isSandbox = caller.environment === 'sandbox' && mode === 'sandbox';
  if (isSandbox && signed.signature === sandboxSignature) return 'PROVEN';
  const { info } = account.accountInfo;
  const wallet = info.case === undefined ? undefined : walletOf(info);
  if (!wallet || challenge.message === undefined) throw noOpenChallenge();
  return wallet.network.prove({ ...signed, address: wallet.address, message: challenge.message });
}

interface Ending {
  readonly named: Named;
  readonly challenge: OwnershipChallenge;
  readonly isProven: boolean;
}

/** Refused if another attempt, or another challenge, was faster. */
function end({ named, challenge, isProven }: Ending, context: AccountsContext): Promise<ExternalAccount> {
  return context.store.write(async (rows) => {
    const account = shown(await rows.externalAccounts.lock(challenge.platformId, challenge.accountId), named);
    if (!(await rows.challenges.spend(challenge, context.clock.now()))) throw noOpenChallenge();
    const after = await moveExternalAccount(rows, { account, event: isProven ? 'proven' : 'proofFailed' }, context);
    if (!after) throw noOpenChallenge();
    return after;
  });
}

function notProven(reason: Exclude<Outcome, 'PROVEN'>): Refusal {
  return fail(ErrorCode.INVALID_INPUT, sentences[reason], { reason });
}

const sentences: Readonly<Record<Exclude<Outcome, 'PROVEN'>, string>> = {
  SIGNATURE_MISMATCH: 'The signature was not made with the key of this address. Request a new challenge.',
  SIGNATURE_MALFORMED: 'The signature cannot be decoded. Request a new challenge.',
  CHALLENGE_EXPIRED: 'The challenge has expired. Request a new one.',
};
