// The operator's watch list: beneficiaries whose bank accounts a person must review. A file, which the operator can replace at any time.
import { readFile, stat } from 'node:fs/promises';
import { comparableName } from './domain/external/comparable-name.ts';

export interface WatchList {
  /** Throws if the file cannot be read: then no account is cleared. */
  has(name: string): Promise<boolean>;
}

/** `file`: a name per line. Undefined: an empty list. */
export function openWatchList(file: string | undefined): WatchList {
  let read: { readonly version: string; readonly names: ReadonlySet<string> } | undefined;
  return {
    has: async (name) => {
      if (file === undefined) return false;
      const { mtimeNs, size, ino } = await stat(file, { bigint: true });
      const version = [mtimeNs, size, ino].join();
      const current = read?.version === version ? read : { version, names: namesIn(await readFile(file, 'utf8')) };
      read = current;
      return current.names.has(comparableName(name));
    },
  };
}

const namesIn = (text: string) => new Set(text.split('\n').map(comparableName).filter(Boolean));
