// Files that are read again when they change, so that mounted secrets can be replaced while the process runs.
import { readFile } from 'node:fs/promises';
import type { Log } from '../core/log.ts';

export interface FollowedFiles {
  /** Reads them now. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface FollowOptions {
  readonly files: readonly string[];
  /** What the caller has read already. */
  readonly texts: readonly string[];
  /** Receives changed texts, in the order of the files. If it throws, the error is logged, and it receives them again later. */
  readonly changed: (texts: readonly string[]) => void;
  readonly log: Log;
}

const everyMs = 5_000;

export const readTexts = (files: readonly string[]) => Promise.all(files.map((file) => readFile(file, 'utf8')));

/** Compares the contents: a swap of symbolic links, by which Kubernetes replaces secrets, has no reliable notification. */
export function followFiles({ files, texts, changed, log }: FollowOptions): FollowedFiles {
  let current = texts;
  let failure: string | undefined;
  const refresh = async () => {
    try {
      const next = await readTexts(files);
      const isChanged = next.some((text, at) => text !== current[at]);
      if (isChanged) changed(next);
      current = next;
      failure = undefined;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== failure) log.error({ err: error, files }, 'Changed files are invalid. The previous ones stay in use.');
      failure = message;
    }
  };
  const timer = setInterval(() => void refresh(), everyMs).unref();
  return { refresh, close: async () => clearInterval(timer) };
}
