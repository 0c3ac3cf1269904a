// The credential, account or customer of a request.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { nounOf, uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';
import type { Credential } from '../domain/credential.ts';

/** Throws REFERENCE_NOT_FOUND. */
export async function credentialIn(id: string, context: AuthContext): Promise<Credential> {
  const credential = await findCredential(id, context);
  if (!credential) throw notFound(id);
  return credential;
}

export async function findCredential(id: string, { store, caller }: AuthContext): Promise<Credential | undefined> {
  const uuid = uuidOf('AuthMethod', id);
  return uuid === undefined ? undefined : store.credentials.find(caller.platformId, uuid);
}

type Kind = 'AuthMethod' | 'InternalAccount' | 'Customer' | 'Card' | 'CardFundingSource' | 'DelegatedKey';

/** The uuid in a public id of this kind. Throws REFERENCE_NOT_FOUND for an invalid one. */
export function uuidIn(kind: Kind, id: string): string {
  const uuid = uuidOf(kind, id);
  if (uuid === undefined) throw notFound(id, kind);
  return uuid;
}

export function notFound(id: string, kind: Kind = 'AuthMethod'): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no ${nounOf(kind)} ${id}.`, { resource: kind });
}
