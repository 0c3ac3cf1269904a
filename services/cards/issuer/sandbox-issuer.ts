// The issuer of the sandbox. The last three characters of the platform's id of a card, or of the cardholder's id, select its outcome.
import { createHash, randomBytes } from 'node:crypto';
import { publicId } from '../../kit/core/ids.ts';
import type { Card, Issued } from '../domain/card.ts';
import type { Issuer } from './issuer.ts';

interface SandboxOptions {
  /** Divides delays. */
  readonly timeScale: number;
  /** Public URL of the installation, which serves the pages of this issuer. */
  readonly publicUrl: string;
}

export function sandboxIssuer({ timeScale, publicUrl }: SandboxOptions): Issuer {
  return {
    setPassword: async () => {},
    provision: async (card, now) => {
      const suffix = suffixOf(card);
      if (suffix === '001') return { kind: 'PENDING', askAgainAt: undefined };
      if (suffix === '002') return { kind: 'REJECTED' };
      const readyAt = new Date(card.createdAt.getTime() + (suffix === '005' ? slowMs / timeScale : 0));
      if (now < readyAt) return { kind: 'PENDING', askAgainAt: readyAt };
      return { kind: 'PROVISIONED', issued: issuedOf(card, suffix) };
    },
    setState: async () => {},
    createRevealSession: async ({ platformId }) => {
      const token = randomBytes(32).toString('base64url');
      return { url: `${publicUrl}/card/${platformId}/${token}`, tokenHash: revealTokenHash(token) };
    },
  };
}

/** The pages are found by it: tokens are not stored. */
export function revealTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const slowMs = 30_000;
const validMonths = 36;

/** A card without an id of the platform has its own uuid in its place. */
function suffixOf({ id, platformCardId, cardholderId }: Card): string {
  return (platformCardId === id ? publicId('Customer', cardholderId) : platformCardId).slice(-3);
}

function issuedOf({ id, createdAt }: Card, suffix: string): Issued {
  const month = createdAt.getUTCMonth() + validMonths;
  const references = createHash('sha256').update(id).digest('hex');
  return {
    last4: last4Of(suffix),
    expMonth: (month % 12) + 1,
    expYear: createdAt.getUTCFullYear() + Math.floor(month / 12),
    processorRef: `card_${references.slice(0, 8)}`,
    issuerRef: `iss_${references.slice(8, 16)}`,
  };
}

/** Depends on the suffix only. Characters that a short id lacks count as 0. */
function last4Of(suffix: string): string {
  const [first, second, third] = Array.from({ length: 3 }, (_, at) => suffix.padStart(3, '\0').charCodeAt(at)) as [
    number,
    number,
    number,
  ];
  return `${(first * 961 + second * 31 + third) % 10_000}`.padStart(4, '0');
}
