// Turns a fresh ID token into a session.
import type { OauthProof } from '../../../gen/payments/auth/v1/credential_proof_pb.ts';
import type { AuthContext } from '../context.ts';
import type { Credential } from '../domain/credential.ts';
import { issuerOf } from '../domain/issuer.ts';
import { nonceOf } from '../domain/wallet/nonce.ts';
import { judgeToken } from './judge-token.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { failedProof, refuseHeldBack, unproved } from './proof.ts';

/** A token is good for one session of a credential; a used one fails as its nonce would: that is to be new each time. */
export async function verifyOauth(credential: Credential, proof: OauthProof, context: AuthContext): Promise<OpenedSession> {
  const { oidcToken, clientPublicKey } = proof;
  await refuseHeldBack(credential.id, context);
  const identity = await context.store.oauthIdentities.find(credential.id);
  if (!identity) throw new TypeError(`The identity of ${credential.id} is not kept.`);

  const expected = { identity, nonce: nonceOf(clientPublicKey) };
  const { statement, failure } = await judgeToken({ oidcToken, expected }, context);
  if (failure !== undefined) throw await failedProof(credential.id, reasonOf(failure), context);

  return openSession(context, {
    id: context.operationId,
    issuer: issuerOf(credential),
    clientPublicKey,
    together: async ({ oauthIdentities }) => {
      const isFresh = await oauthIdentities.useToken(credential.id, oidcToken, statement.expiresAt);
      if (!isFresh) throw unproved(reasonOf('nonce'), context);
    },
  });
}

const reasonOf = (failure: string) => `Invalid OIDC token: ${failure}`;
