// Tokens of a rail or another provider, written from docs/rails.md as in any language: JWTs with HS256, and none of the platform's code.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface PlatformClaims {
  readonly aud: string;
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
}

const header = encode({ alg: 'HS256', typ: 'provider+jwt' });

export function mintFor(platformId: string, secret: Buffer, nowSeconds: number, provider = 'rails'): string {
  const claims = { iss: provider, aud: 'payments', sub: platformId, iat: nowSeconds, exp: nowSeconds + 60 };
  const text = `${header}.${encode(claims)}`;
  return `${text}.${signatureOf(text, secret).toString('base64url')}`;
}

/** The platform's claims about itself. Throws for a token with a wrong signature or an expired one. */
export function claimsIn(token: string, secret: Buffer, nowSeconds: number): PlatformClaims {
  const [first = '', second = '', signature = ''] = token.split('.');
  const [given, own] = [Buffer.from(signature, 'base64url'), signatureOf(`${first}.${second}`, secret)];
  if (given.length !== own.length || !timingSafeEqual(given, own)) throw new Error('The signature of the token is wrong.');
  const claims = JSON.parse(Buffer.from(second, 'base64url').toString());
  if (claims.iss !== 'payments' || !(claims.exp > nowSeconds)) throw new Error('The token is not of the platform, or old.');
  return claims;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signatureOf(text: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
