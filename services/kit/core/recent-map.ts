// A map for caches.
import { currentDryRun } from './dry-run.ts';

/** Holds at most `max` entries. The least recently used one is evicted. A dry run adds none: what it has seen may not last. */
export class RecentMap<K, V> extends Map<K, V> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (value !== undefined) this.#renew(key, value);
    return value;
  }

  override set(key: K, value: V): this {
    if (currentDryRun()) return this;
    this.#renew(key, value);
    const [oldest] = this.size > this.#max ? this.keys().take(1) : [];
    if (oldest !== undefined) this.delete(oldest);
    return this;
  }

  /** A map keeps its entries in insertion order. */
  #renew(key: K, value: V): void {
    this.delete(key);
    super.set(key, value);
  }
}
