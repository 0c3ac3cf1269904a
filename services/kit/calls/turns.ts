// Limits concurrent work per platform. Further work waits in order of arrival.

/** Runs work when its turn comes. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/** `atOnceMax`: maximum concurrent work per holder. */
export function turnsOf(atOnceMax: number): (holder: string) => InTurn {
  const lanes = new Map<string, Lane>();
  return (holder) => async (work) => {
    const lane = lanes.get(holder) ?? { running: 0, waiting: [] };
    lanes.set(holder, lane);
    if (lane.running < atOnceMax) lane.running++;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift(); // takes the place over
      if (next) next();
      else if (--lane.running === 0) lanes.delete(holder);
    }
  };
}
