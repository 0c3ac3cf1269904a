// Signatures of messages by Bitcoin keys (BIP-137 and Electrum), compared with the identity key of a Spark address.
import { hash } from 'node:crypto';
import { SignatureScheme } from '../../../../gen/payments/accounts/v1/ownership_pb.ts';
import { sparkIdentityOf } from '../external/spark.ts';
import type { Claim, Verdict } from './proof.ts';
import { recoveredKey } from './recover.ts';

export function provenByBitcoinKey({ address, message, signature, scheme }: Claim): Verdict {
  const parts = partsOf(signature, scheme);
  if (!parts) return 'SIGNATURE_MALFORMED';
  const key = recoveredKey({ digest: digestOf(message), ...parts });
  const identity = sparkIdentityOf(address);
  return key && identity && Buffer.from(key.compressed).equals(identity.key) ? 'PROVEN' : 'SIGNATURE_MISMATCH';
}

/** Header, r and s, 65 bytes in base64. The header states the address type (not with Electrum) and the recovery id. */
function partsOf(signature: string, scheme: SignatureScheme): { compact: Uint8Array; recovery: number } | undefined {
  if (!/^[A-Za-z0-9+/]{87}=$/.test(signature)) return undefined;
  const bytes = Buffer.from(signature, 'base64');
  const [header = 0] = bytes;
  const last = scheme === SignatureScheme.ELECTRUM ? 34 : 42;
  if (bytes.length !== 65 || header < 27 || header > last) return undefined;
  return { compact: bytes.subarray(1), recovery: (header - 27) % 4 };
}

function digestOf(message: string): Uint8Array {
  const bytes = Buffer.from(message);
  const body = Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), compactSize(bytes.length), bytes]);
  return hash('sha256', hash('sha256', body, 'buffer'), 'buffer');
}

/** Bitcoin's varint. Addresses have at most 1,024 characters, so a message is shorter than 65,536 bytes. */
function compactSize(length: number): Buffer {
  if (length < 0xfd) return Buffer.from([length]);
  const size = Buffer.from([0xfd, 0, 0]);
  size.writeUInt16LE(length, 1);
  return size;
}
