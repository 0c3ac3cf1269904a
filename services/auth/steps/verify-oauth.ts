// Verifies a new ID token and opens a session.
import type { OauthProof } from '../../../gen/payments/auth/v1/credential_proof_pb.ts';
import type { AuthContext } from '../context.ts';
import type { Credential } from '../domain/credential.ts';
import { issuerOf } from '../domain/issuer.ts';
import { nonceOf } from '../domain/wallet/nonce.ts';
import type { AuthRows } from '../store/store.ts';
import { judgeToken } from './judge-token.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { type ProofResult, prove, refuseHeldBack } from './proof.ts';

/** A token can open one session of a credential. A used one fails like its nonce, which must be new each time. */
export async function verifyOauth(credential: Credential, proof: OauthProof, context: AuthContext): Promise<OpenedSession> {
  const { oidcToken, clientPublicKey } = proof;
  const { store } = context;
  refuseHeldBack(await store.failedProofs.find(credential), context); // before keys are fetched from its issuer
  const identity = await store.oauthIdentities.find(credential);
  if (!identity) throw new TypeError(`The identity of ${credential.id} is not kept.`);

  const expected = { identity, nonce: nonceOf(clientPublicKey) };
  const { statement, failure } = await judgeToken({ oidcToken, expected }, context);

  const judge = async (rows: AuthRows): Promise<ProofResult<OpenedSession>> => {
    if (failure !== undefined) return { failure: reasonOf(failure) };
    const isFresh = await rows.oauthIdentities.useToken(credential, oidcToken, statement.expiresAt);
    if (!isFresh) return { failure: reasonOf('nonce') };
    const session = { id: context.operationId, issuer: issuerOf(credential), clientPublicKey };
    return { effect: await openSession(rows, session, context) };
  };
  return prove(credential, judge, context);
}

const reasonOf = (failure: string) => `Invalid OIDC token: ${failure}`;
