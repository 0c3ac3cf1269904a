// Enum values as stored: by their names.

export interface TwoWay<Values extends Record<string, number>> {
  read(name: keyof Values): Values[keyof Values];
  /** Throws for a value without a name. */
  write(value: number): keyof Values;
}

export function twoWay<Values extends Record<string, number>>(values: Values): TwoWay<Values> {
  const byNumber = new Map<number, keyof Values>(Object.entries(values).map(([name, value]) => [value, name]));
  return { read: (name) => values[name], write: (value) => byNumber.get(value) ?? unknown(value) };
}

function unknown(value: number): never {
  throw new Error(`The value ${value} is not in its enum.`);
}
