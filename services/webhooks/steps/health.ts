// How receivers have answered of late, as far as this process has seen it.
export type Health = 'UNKNOWN' | 'WELL' | 'FAILING';

const keptMax = 50_000;

export class HealthRecord {
  readonly #isWell = new Map<string, boolean>();

  of(platformId: string): Health {
    const isWell = this.#isWell.get(platformId);
    if (isWell === undefined) return 'UNKNOWN';
    return isWell ? 'WELL' : 'FAILING';
  }

  note(platformId: string, isWell: boolean): void {
    if (this.#isWell.size >= keptMax) this.#isWell.clear();
    this.#isWell.set(platformId, isWell);
  }

  /** Up to `max` of these, those that are well first; some of the others always come along, so that none waits for ever. */
  choose(platformIds: Iterable<string>, max: number): string[] {
    const all = [...platformIds];
    if (all.length <= max) return all;
    const { well = [], others = [] } = Object.groupBy(all, (id) => (this.of(id) === 'WELL' ? 'well' : 'others'));
    const first = well.slice(0, Math.max(max - others.length, Math.floor(max * wellShare)));
    return [...first, ...others.slice(0, max - first.length)];
  }
}

const wellShare = 0.75;
