// Paths whose requests another path also matches, by a variable in place of a literal: `/agents/me` and `/agents/{agent_id}`.
import type { Route } from './compile.ts';
import { type Segment, shapeOf } from './template.ts';

export interface CoveredPath {
  readonly path: readonly Segment[];
  /** The verbs that it supports itself. */
  readonly verbs: readonly string[];
}

export function coveredPaths(routes: readonly Route[]): CoveredPath[] {
  const groups = [...Map.groupBy(routes, ({ path }) => shapeOf(path)).values()];
  const paths = groups.map((group): CoveredPath => ({ path: group[0]?.path ?? [], verbs: group.flatMap(verbsOf) }));
  const byLength = Map.groupBy(paths, ({ path }) => path.length);
  return paths.filter(({ path }) => byLength.get(path.length)?.some((other) => covers(other.path, path)));
}

const verbsOf = ({ verb }: Route): string[] => (verb === 'GET' ? ['GET', 'HEAD'] : [verb]);

/** Whether some request matches both paths, which have the same length, and the other one has a literal where this one has a variable. */
function covers(path: readonly Segment[], other: readonly Segment[]): boolean {
  let isWider = false;
  for (const [index, segment] of path.entries()) {
    const two = other[index];
    if (!two || !('literal' in two)) continue;
    if (!('literal' in segment)) isWider = true;
    else if (segment.literal !== two.literal) return false;
  }
  return isWider;
}
