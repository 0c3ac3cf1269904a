// The code of a challenge. It is derived from the challenge's id and never stored, so that the same code can be sent again.

/** The valid code in the sandbox. */
export const sandboxScaCode = '123456';

/** Six digits from the last 8 bytes of a keyed hash, with a bias of 2⁻⁴⁴. */
export function sixDigits(mac: Buffer): string {
  return (mac.readBigUInt64BE(mac.length - 8) % 1_000_000n).toString().padStart(6, '0');
}
