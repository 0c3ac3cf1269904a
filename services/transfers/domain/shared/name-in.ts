// Names of values of generated enums.

/** The name of an enum value. */
export function nameIn(names: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(names).find((name) => names[name] === value) ?? '';
}
