// Names of the values of generated enums.

/** The name of an enum's value. */
export function nameIn(names: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(names).find((name) => names[name] === value) ?? '';
}
