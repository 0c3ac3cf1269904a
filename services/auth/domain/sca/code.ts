// The code of a challenge. It is made of the challenge's id and kept nowhere, so that the same one can be sent again.

/** What the sandbox takes in place of every code. */
export const sandboxScaCode = '123456';

/** Six digits out of the last 8 bytes of a keyed hash. The bias is a 2⁻⁴⁴th. */
export function sixDigits(mac: Buffer): string {
  return (mac.readBigUInt64BE(mac.length - 8) % 1_000_000n).toString().padStart(6, '0');
}
