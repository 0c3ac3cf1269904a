// Alternating rounds: compared subjects are measured in turn, so that a slow moment of the machine affects all of them.

/** Returns one figure, or several by name. */
export type Measure = () => Promise<number>;

/** Measures everything once per round, each round starting with the next subject. Returns the median of each. */
export async function medians<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, Measure>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measures) as Name[];
  const figures = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let position = 0; position < names.length; position++) {
      const name = names[(round + position) % names.length];
      if (name !== undefined) figures.get(name)?.push(await measures[name]());
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(figures.get(name) ?? [])])) as Record<Name, number>;
}

/** The median of each figure, of rounds that return several. */
export function medianOfEach<Name extends string>(rounds: readonly Readonly<Record<Name, number>>[]): Record<Name, number> {
  const names = Object.keys(rounds[0] ?? {}) as Name[];
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name]))])) as Record<Name, number>;
}

export function median(figures: readonly number[]): number {
  return percentile(figures, 0.5);
}

/** The percentile of the figures. NaN if there are none. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
