// Encodings of bytes, in every runtime.

export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

/** Base64url without padding, of ASCII text. */
export const toBase64Url = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

const coordinateBytes = 32;

/** An ECDSA signature over P-256 in DER, as 64 bytes. Undefined if it is malformed. */
export function fromDer(der: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const [sequence, length, ...rest] = der;
  if (sequence !== 0x30 || length !== rest.length) return undefined;
  const first = integerIn(rest, 0);
  const second = first && integerIn(rest, first.end);
  if (!first || second?.end !== rest.length) return undefined;
  return Uint8Array.from([...first.bytes, ...second.bytes]);
}

function integerIn(
  bytes: readonly number[],
  at: number,
): { readonly bytes: readonly number[]; readonly end: number } | undefined {
  const length = bytes[at + 1] ?? 0;
  const end = at + 2 + length;
  const significant = bytes.slice(at + 2, end).slice(Math.max(0, length - coordinateBytes));
  if (bytes[at] !== 0x02 || end > bytes.length || length === 0) return undefined;
  return { bytes: [...Array.from({ length: coordinateBytes - significant.length }, () => 0), ...significant], end };
}

/** 64 bytes of an ECDSA signature over P-256, in DER. */
export function toDer(signature: Uint8Array): Uint8Array {
  const integers = [...integer(signature.subarray(0, coordinateBytes)), ...integer(signature.subarray(coordinateBytes))];
  return Uint8Array.from([0x30, integers.length, ...integers]);
}

/** Without leading zeros, except one that keeps it positive. */
function integer(bytes: Uint8Array): number[] {
  const start = bytes.findIndex((byte) => byte !== 0);
  const significant = start < 0 ? [0] : [...bytes.subarray(start)];
  const positive = (significant[0] ?? 0) >= 0x80 ? [0, ...significant] : significant;
  return [0x02, positive.length, ...positive];
}
