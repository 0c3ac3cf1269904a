// Pseudo-random numbers, the same in every run.

export interface Random {
  /** From 0 to limit - 1. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number) => next() % limit;
  return {
    below,
    pick: (from) => {
      const index = below(from.length);
      return from[index] as (typeof from)[number];
    },
  };
}
