// A map for caches.
import { currentDryRun } from './dry-run.ts';

/**
 * Holds at most `max` entries, and evicts those that were not used for longest. The order of use is kept from half of `max` on, because most
 * caches never fill and keeping it costs more than a read. A dry run adds no entries: what it has seen may not last.
 */
export class RecentMap<K, V> extends Map<K, V> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (value !== undefined && this.#isOrdered) this.#put(key, value);
    return value;
  }

  override set(key: K, value: V): this {
    if (currentDryRun()) return this;
    this.#put(key, value);
    const [oldest] = this.size > this.#max ? this.keys().take(1) : [];
    if (oldest !== undefined) this.delete(oldest);
    return this;
  }

  get #isOrdered(): boolean {
    return this.size >= this.#max / 2;
  }

  /** A map keeps its entries in insertion order. */
  #put(key: K, value: V): void {
    if (this.#isOrdered) this.delete(key);
    super.set(key, value);
  }
}
