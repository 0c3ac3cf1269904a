// Reads the body of a request into one buffer, within limits.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { dropRest } from './dropped-bodies.ts';
import { fail } from './fail.ts';
import type { HeldMemory } from './held-memory.ts';

export interface BodyBounds {
  /** Content-Length, or NaN. */
  readonly declaredBytes: number;
  readonly bytesMax: number;
  /** Creates the error for a larger body. */
  readonly tooLarge: () => Error;
  readonly held: HeldMemory;
  /** Checks the first 32 KiB, so that a body with too many fields is refused early. */
  readonly refuseBeginning?: (bytes: Buffer) => void;
}

const beginningBytes = 32 * 1024;

/** After an error the rest of the body is dropped. */
export async function readBody(source: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  try {
    return await readWhole(source, bounds);
  } catch (error) {
    dropRest(source);
    throw error;
  }
}

async function readWhole(source: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  const { declaredBytes, bytesMax, tooLarge, held, refuseBeginning } = bounds;
  if (declaredBytes > bytesMax) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(source)) {
    const isBeginning = length < beginningBytes;
    length += chunk.length;
    if (length > bytesMax) throw tooLarge();
    held.add(chunk.length);
    chunks.push(chunk);
    if (isBeginning && length >= beginningBytes) refuseBeginning?.(Buffer.concat(chunks, length));
  }
  return Buffer.concat(chunks, length);
}

/** A source fails only if its sender disconnects or declares a wrong length. */
async function* chunksOf(source: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw Object.assign(fail(ErrorCode.INVALID_INPUT, 'The body is incomplete.'), { cause });
  }
}

/** Releases the memory when the response is sent or the client disconnects. */
export function heldUntilAnswered(response: ServerResponse, held: HeldMemory): HeldMemory {
  response.once('finish', held.release).once('close', held.release);
  return held;
}

export const declaredBytesOf = ({ headers }: IncomingMessage): number => Number(headers['content-length']);
