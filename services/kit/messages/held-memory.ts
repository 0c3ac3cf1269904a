// Memory of open requests, from the first byte of the body to the response: limited per holder and in total.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, Refusal } from './fail.ts';

export interface MemoryBounds {
  readonly ofHolderBytes: number;
  readonly inAllBytes: number;
}

/** The memory of one request. */
export interface HeldMemory {
  /** Counts received bytes. Throws RATE_LIMITED above the limit of the holder, SERVICE_UNAVAILABLE above the total limit. */
  add(bytes: number): void;
  /** Releases all counted bytes. Can be called again. */
  release(): void;
}

/** Starts to count the memory of a request. Requests of one holder share a limit. */
export type HoldMemory = (holder: string) => HeldMemory;

export function boundedMemory({ ofHolderBytes, inAllBytes }: MemoryBounds): HoldMemory {
  const held = new Map<string, number>();
  let inAll = 0;
  const change = (holder: string, bytes: number) => {
    const left = (held.get(holder) ?? 0) + bytes;
    if (left > 0) held.set(holder, left);
    else held.delete(holder);
    inAll += bytes;
  };
  return (holder) => {
    let own = 0;
    return {
      add(bytes) {
        if ((held.get(holder) ?? 0) + bytes > ofHolderBytes)
          throw new Refusal(
            ErrorCode.RATE_LIMITED,
            'The open requests of this platform are too large. Wait for responses before you send more.',
          );
        if (inAll + bytes > inAllBytes) throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'The open requests are too large. Try again.');
        own += bytes;
        change(holder, bytes);
      },
      release() {
        change(holder, -own);
        own = 0;
      },
    };
  };
}

const mebibyte = 1024 * 1024;

/** The memory of messages by platform id, at all doors. */
export const holdMessage: HoldMemory = boundedMemory({ ofHolderBytes: 32 * mebibyte, inAllBytes: 256 * mebibyte });
