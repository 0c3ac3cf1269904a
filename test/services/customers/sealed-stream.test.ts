// Sealed objects: every length is read back, and nothing changed, truncated or moved is.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openStream, sealedLength, sealStream } from '../../../services/customers/blobs/sealed-stream.ts';

const key = randomBytes(32);
const segment = 64 * 1024;

/** The bytes in chunks of this size. */
async function* pieces(bytes: Buffer, size = bytes.length || 1): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** The cipher's error for a wrong tag, and ours for too few bytes. */
const refusals = /unable to authenticate|ends too early/;

const whole = async (stream: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(stream));
const seal = (bytes: Buffer, size?: number) => whole(sealStream(key, pieces(bytes, size)));
const open = (bytes: Buffer, size?: number) => whole(openStream(key, pieces(bytes, size)));

test.each([0, 1, segment - 1, segment, segment + 1, 2 * segment, 3 * segment + 7])(
  '%i bytes are read back, however they are split',
  async (length) => {
    const plain = randomBytes(length);

    const sealed = await seal(plain, 1000);

    expect(sealed.length).toBe(sealedLength(length));
    expect(sealed.equals(await seal(plain))).toBe(true);
    for (const size of [977, segment, undefined]) expect((await open(sealed, size)).equals(plain)).toBe(true);
  },
);

test('nothing opens unless it is unchanged', async () => {
  const plain = Buffer.alloc(2 * segment + 10, 'a scan ');
  const sealed = await seal(plain);
  const step = segment + 16;
  const flipped = Buffer.from(sealed);
  flipped[step + 5] = (flipped[step + 5] ?? 0) ^ 1;
  const swapped = Buffer.concat([sealed.subarray(step, 2 * step), sealed.subarray(0, step), sealed.subarray(2 * step)]);
  const wrong = {
    flipped,
    swapped,
    cutOff: sealed.subarray(0, 2 * step),
    cutInside: sealed.subarray(0, -1),
    longer: Buffer.concat([sealed, sealed.subarray(0, step)]),
    empty: Buffer.alloc(0),
  };

  for (const [name, bytes] of Object.entries(wrong)) await expect(open(bytes), name).rejects.toThrow(refusals);
  await expect(whole(openStream(randomBytes(32), pieces(sealed)))).rejects.toThrow(refusals);
  expect(sealed.includes('a scan a scan')).toBe(false);
});
