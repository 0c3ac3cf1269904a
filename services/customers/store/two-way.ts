// Enum values as rows hold them: by their names.

export interface TwoWay<T extends number> {
  /** Throws for what is no name: a row holds what was written into it. */
  read(name: string): T;
  write(value: T): string;
}

export function twoWay<T extends number>(values: Record<string, T | string>): TwoWay<T> {
  const entries = Object.entries(values).filter((entry): entry is [string, T] => typeof entry[1] === 'number');
  const byName = new Map(entries);
  const byNumber = new Map<number, string>(entries.map(([name, value]) => [value, name]));
  return {
    read: (name) => byName.get(name) ?? unknown(name),
    write: (value) => byNumber.get(value) ?? unknown(value),
  };
}

function unknown(what: string | number): never {
  throw new Error(`A row holds ${what}, which is no value of its enum.`);
}
