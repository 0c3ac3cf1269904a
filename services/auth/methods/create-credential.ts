// CreateCredential: the first credential of an account directly, each further one by a signed retry.
import { isDeepStrictEqual } from 'node:util';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type CreateCredentialResponseSchema, CredentialService } from '../../../gen/payments/auth/v1/credential_pb.ts';
import { type CreateCredentialRequest } from '../../../gen/payments/auth/v1/new_credential_pb.ts';
import { settlingRetry, stillProcessing } from '../../kit/calls/signed-retry.ts';
import { activityPayload } from '../../kit/core/activity.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { toCredential, typeOfKind } from '../convert-credential.ts';
import { toCredentialChallenge } from '../convert-session.ts';
import { type Credential, isOtp } from '../domain/credential.ts';
import { objectIn } from '../domain/encodings.ts';
import { issueOtp } from '../steps/issue-otp.ts';
import { makeCredential, type NewCredential } from '../steps/new-credential.ts';
import { newOauthCredential } from '../steps/oauth-credential.ts';
import { newOtpCredential } from '../steps/otp-credential.ts';
import { newPasskeyCredential } from '../steps/passkey-credential.ts';
import { type WalletAccount, walletAccount } from '../steps/wallet-account.ts';
import { badRequestId } from '../steps/wallet-refusals.ts';

type CreateCredential = AuthMethod<typeof CredentialService.method.createCredential>;
type Answer = MessageInitShape<typeof CreateCredentialResponseSchema>;

export const createCredential: CreateCredential = async (request, context) => {
  const { caller, clock, ids, operationId, store } = context;
  const account = await walletAccount(request.accountId, context);
  const addition = { request, account, isRetry: false };

  const existing = await store.credentials.ofAccount(caller.platformId, account.id);
  if (existing.length === 0) {
    const first = await makeCredential(await describe(addition, context), { id: operationId, account, isFirst: true }, context);
    if (first) return created(first);
  }

  const { challenge, result } = await settlingRetry(context, {
    desc: CredentialService.method.createCredential,
    request,
    settlesAlone: true,
    open: async () => {
      const { activity, refuseDuplicate } = await describe(addition, context);
      const { id: accountId, customerId } = account;
      await refuseDuplicate(store, { platformId: caller.platformId, customerId, accountId, credentialId: ids.next() });
      return { accountIds: [accountId], payload: activityPayload({ ...activity, accountId, at: clock.now() }) };
    },
    run: (claimed) => addCredential({ ...addition, ...claimed, isRetry: true }, context),
  });
  if (result) return result;
  if (!challenge) return { outcome: { case: 'processing', value: stillProcessing } };
  return { outcome: { case: 'challenge', value: toCredentialChallenge(typeOfKind[request.kind.case ?? 'emailOtp'], challenge) } };
};

interface Addition {
  readonly request: CreateCredentialRequest;
  readonly account: WalletAccount;
  /** Whether the request has a signature. */
  readonly isRetry: boolean;
}

interface SignedAddition extends Addition {
  readonly operationId: string;
  /** The signed payload. */
  readonly payload: string;
  /** It is already created; only its response is outstanding. */
  readonly settled: boolean;
}

/** The first code of a credential is sent once, when it is created. */
async function addCredential(addition: SignedAddition, context: AuthContext): Promise<Answer> {
  const { account, operationId, payload, settled } = addition;
  const { caller, store } = context;
  const isGone = settled && !(await store.credentials.find(caller.platformId, operationId));
  if (isGone) throw badRequestId(context, 'Request-Id already used');
  const made = await describe(addition, context);
  if (!isWhatWasSigned(made, payload)) throw badRequestId(context, 'Expired Request-Id');

  const credential = await makeCredential(made, { id: operationId, account, isFirst: false }, context);
  if (!credential) throw new TypeError('A credential was made and is not there.');
  if (!isOtp(credential) || (await store.otpIssuances.isOver(caller.platformId, operationId))) return created(credential);
  const { issued, bundle } = await issueOtp(credential, operationId, context);
  return created(issued, bundle);
}

/** If the customer's contact has changed since, the signature covers the old one. */
function isWhatWasSigned({ activity }: NewCredential, payload: string): boolean {
  return isDeepStrictEqual(objectIn(Buffer.from(payload))?.parameters, activity.parameters);
}

/** Refuses requests that can never succeed. */
async function describe({ request: { kind }, account, isRetry }: Addition, context: AuthContext): Promise<NewCredential> {
  switch (kind.case) {
    case 'emailOtp':
    case 'smsOtp':
      return newOtpCredential(typeOfKind[kind.case], account, context);
    case 'oauth':
      return newOauthCredential({ ...kind.value, isRetry }, context);
    case 'passkey':
      return newPasskeyCredential(kind.value);
    case undefined:
      throw new TypeError('The request was not validated.');
    default:
      return kind satisfies never;
  }
}

function created(credential: Credential, bundle?: string): Answer {
  return { outcome: { case: 'created', value: toCredential(credential, bundle) } };
}
