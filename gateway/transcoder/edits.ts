// How similar two names are, to suggest the intended one.

/** More changes than this make another name. */
export const editsMax = 3;

/** Levenshtein distance. Infinity if the lengths alone make it too large. */
export function editsBetween(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > editsMax) return Infinity;
  let above = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...left].entries()) {
    const current = [row + 1];
    for (let column = 0; column < right.length; column++) {
      const change = (above[column] ?? 0) + (letter === right[column] ? 0 : 1);
      current.push(Math.min(change, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above[right.length] ?? 0;
}
