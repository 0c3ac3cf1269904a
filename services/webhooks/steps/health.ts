// Recent results of receivers, as seen by this process.
import { RecentMap } from '../../kit/core/recent-map.ts';

export type Health = 'UNKNOWN' | 'WELL' | 'FAILING';

const keptMax = 50_000;

export class HealthRecord {
  readonly #isWell = new RecentMap<string, boolean>(keptMax);

  of(platformId: string): Health {
    const isWell = this.#isWell.get(platformId);
    if (isWell === undefined) return 'UNKNOWN';
    return isWell ? 'WELL' : 'FAILING';
  }

  note(platformId: string, isWell: boolean): void {
    this.#isWell.set(platformId, isWell);
  }

  /** It has failures that this process did not observe. */
  suppose(platformId: string): void {
    if (!this.#isWell.has(platformId)) this.note(platformId, false);
  }

  /** Up to `max` of these, healthier receivers first. Some others are always included, so that none waits forever. */
  choose(platformIds: Iterable<string>, max: number): string[] {
    const all = [...platformIds];
    if (all.length <= max) return all;
    const { WELL = [], UNKNOWN = [], FAILING = [] } = Object.groupBy(all, (id) => this.of(id));
    const well = Math.floor(max * betterShare);
    const unknown = Math.floor((max - Math.min(well, WELL.length)) * betterShare);
    const ordered = [
      ...WELL.slice(0, well),
      ...UNKNOWN.slice(0, unknown),
      ...FAILING,
      ...WELL.slice(well),
      ...UNKNOWN.slice(unknown),
    ];
    return ordered.slice(0, max);
  }
}

const betterShare = 0.75;
