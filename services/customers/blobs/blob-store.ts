// A store for large objects. Its content is sealed by the caller.

export interface BlobStore {
  /** Stores an object completely or not at all. Overwrites an existing one. */
  put(key: string, blob: Blob): Promise<void>;
  /** Throws if it does not exist. */
  get(key: string): AsyncIterable<Uint8Array>;
  /** Ignores a missing object. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

export interface Blob {
  /** The exact length of `content`. */
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}
