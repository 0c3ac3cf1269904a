// The tokens of links to the hosted page: who has one acts for the customer, so only their hashes are kept.
import { createHash } from 'node:crypto';
import type { CustomersContext } from '../context.ts';
import type { KycLink } from '../domain/kyc-link.ts';
import { unknown } from './find-holder.ts';

/** 256 bits that nobody guesses without the master key. */
export function kycTokenOf(linkId: string, { secrets }: CustomersContext): string {
  return secrets.mac(linkId, 'customers.kyc-link').toString('base64url');
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Where the customer is to go. The address to return to stands in it to be seen; what counts is the one that is kept. */
export function kycUrlOf({ redirectUri }: KycLink, token: string, { publicUrl }: CustomersContext): string {
  const query = redirectUri === undefined ? '' : `?redirectUri=${encodeURIComponent(redirectUri)}`;
  return `${publicUrl}/kyc/${token}${query}`;
}

/** The link, used or not. Throws REFERENCE_NOT_FOUND. */
export async function findLink(token: string, { store }: CustomersContext): Promise<KycLink> {
  const link = await store.kycLinks.findByToken(hashOf(token));
  if (!link) throw unknown('KycLink', 'in this address');
  return link;
}
