// Normalizes names.

/** Trims the name, and reduces repeated spaces to one. */
export function tidyName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ');
}
