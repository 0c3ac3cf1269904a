// Verifies webhooks, in Node.js, browsers and workers.
import { fromBase64, fromDer } from './bytes.ts';

export interface WebhookRequest {
  /** The raw bytes, as they arrived. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** The header `X-Service-Signature`. */
  readonly signature: string | null | undefined;
}

export interface Expected {
  /** The file `/.well-known/webhook-public-key.pem` of the platform. Fetch it again when no key verifies, at most once a minute. */
  readonly publicKeys: string;
  /** Your own: `Platform:` and the uuid in `id` of `GET /config`. One key signs for all platforms. */
  readonly platformId: string;
}

/** The event, if it is authentic and for this platform. Otherwise undefined: answer 401. */
export async function verifyWebhook<Event extends { readonly platformId: string }>(
  { body, signature }: WebhookRequest,
  { publicKeys, platformId }: Expected,
): Promise<Event | undefined> {
  const bytes = signatureIn(signature);
  if (!bytes) return undefined;
  const keys = await Promise.all(keysIn(publicKeys));
  const verdicts = await Promise.all(keys.map((key) => crypto.subtle.verify(algorithm, key, bytes, body)));
  if (!verdicts.includes(true)) return undefined;
  const event = JSON.parse(new TextDecoder().decode(body)) as Event;
  return event.platformId === platformId ? event : undefined;
}

const algorithm = { name: 'ECDSA', hash: 'SHA-256' };

function signatureIn(header: string | null | undefined): Uint8Array<ArrayBuffer> | undefined {
  try {
    const { v, s } = JSON.parse(header ?? '{}') as { v?: unknown; s?: unknown };
    return v === '1' && typeof s === 'string' ? fromDer(fromBase64(s)) : undefined;
  } catch {
    return undefined; // neither JSON nor Base64: not a signature
  }
}

function keysIn(pem: string): Promise<CryptoKey>[] {
  const blocks = pem.matchAll(/-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----/g);
  return Array.from(blocks, ([, text = '']) =>
    crypto.subtle.importKey('spki', fromBase64(text.replace(/\s/g, '')), { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'verify',
    ]),
  );
}
