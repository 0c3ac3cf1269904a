// A store of large objects. What is kept there is sealed before it comes here.

export interface BlobStore {
  /** Keeps an object: whole, or not at all. Writing it again replaces it. */
  put(key: string, blob: Blob): Promise<void>;
  /** Throws when there is none. */
  get(key: string): AsyncIterable<Uint8Array>;
  /** Nothing happens when there is none. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

export interface Blob {
  /** Exactly as many as `content` gives. */
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}
