// A new credential for an identity at a sign-in provider.
import { createHash } from 'node:crypto';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';
import { judgeToken } from './judge-token.ts';
import type { NewCredential } from './new-credential.ts';
import { unproved } from './proof.ts';

export interface NewToken {
  readonly oidcToken: string;
  /** The token is sent again with the signature. It was new when the request was opened. */
  readonly isRetry: boolean;
}

/** Throws UNAUTHORIZED, with the failed claim. */
export async function newOauthCredential({ oidcToken, isRetry }: NewToken, context: AuthContext): Promise<NewCredential> {
  const { statement, failure } = await judgeToken({ oidcToken, isAgeKnown: isRetry }, context);
  if (failure !== undefined) throw unproved(`Invalid OIDC token: ${failure}`, context);
  const { nickname, issuer: providerName, audience, subject } = statement;
  const provider = { providerName, audience, subject, oidcTokenDigest: digestOf(oidcToken) };

  return {
    type: 'OAUTH',
    nickname,
    activity: { type: 'CREATE_OAUTH_PROVIDERS', parameters: { oauthProviders: [provider] } },
    refuseDuplicate: async ({ oauthIdentities }, owner) => {
      const holder = await oauthIdentities.holder(owner, statement);
      if (holder !== undefined && holder !== owner.credentialId) throw alreadyExists();
    },
    keep: ({ oauthIdentities }, owner) => oauthIdentities.insert(owner, statement),
  };
}

/** The token must not be stored, sealed or not. */
const digestOf = (oidcToken: string) => createHash('sha256').update(oidcToken).digest('hex');

const alreadyExists = () =>
  fail(ErrorCode.INVALID_INPUT, 'The account already has a credential with this identity (iss, aud and sub).');
