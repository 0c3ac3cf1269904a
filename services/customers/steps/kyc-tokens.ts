// The tokens of links to the hosted page. They authorize their holder, so only hashes are stored.
import { createHash } from 'node:crypto';
import type { Hashed } from '../../kit/storage/secrets.ts';
import type { CustomersContext } from '../context.ts';
import type { KycLink } from '../domain/kyc-link.ts';
import { unknown } from './find-holder.ts';

/** 256 bits that cannot be guessed without the master key. */
export function newKycToken(linkId: string, { secrets }: CustomersContext): string {
  return secrets.mac(hashedLink(linkId)).toString('base64url');
}

/** The token of a link, possibly created under an earlier master key. */
function kycTokenOf({ id, tokenHash }: KycLink, { secrets }: CustomersContext): string {
  const tokens = secrets.macs(hashedLink(id)).map((mac) => mac.toString('base64url'));
  const token = tokens.find((one) => hashOf(one).equals(tokenHash));
  if (token === undefined) throw new Error(`The token of link ${id} needs a master key that this process does not have.`);
  return token;
}

function hashedLink(linkId: string): Hashed {
  return { text: linkId, purpose: 'customers.kyc-link' };
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The URL for the customer. It shows the redirect address, but the stored one is used. */
export function kycUrlOf(link: KycLink, context: CustomersContext): string {
  const { redirectUri } = link;
  const query = redirectUri === undefined ? '' : `?redirectUri=${encodeURIComponent(redirectUri)}`;
  return `${context.publicUrl}/kyc/${kycTokenOf(link, context)}${query}`;
}

/** The link, used or not, on any platform. Throws REFERENCE_NOT_FOUND. */
export async function findLink(token: string, { store }: CustomersContext): Promise<KycLink> {
  const tokenHash = hashOf(token);
  const platformId = await store.kycLinks.platformOf(tokenHash);
  const link = platformId === undefined ? undefined : await store.kycLinks.findByToken(platformId, tokenHash);
  if (!link) throw unknown('KycLink', 'in this address');
  return link;
}
