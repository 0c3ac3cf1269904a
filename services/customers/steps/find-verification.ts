// Finds the verification of a request.
import { uuidOf } from '../../kit/core/ids.ts';
import type { CustomersContext } from '../context.ts';
import type { Verification } from '../domain/verification.ts';
import { unknown } from './find-holder.ts';

/** Throws REFERENCE_NOT_FOUND. */
export async function findVerification(verificationId: string, { store, caller }: CustomersContext): Promise<Verification> {
  const uuid = uuidOf('Verification', verificationId);
  const verification = uuid === undefined ? undefined : await store.verifications.find(caller.platformId, uuid);
  if (!verification) throw unknown('Verification', verificationId);
  return verification;
}
