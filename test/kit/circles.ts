// Circles in a graph of imports.

/** Paths that lead back to their start: at least one if the graph has a circle. */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]) => {
    if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file]);
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) follow(target, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) follow(file, []);
  return circles;
}
