// Metrics of several processes as those of one.

/** Merges texts for Prometheus, whose samples differ in a label: a metric has its description once, followed by all its samples. */
export function mergeMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, string[]>();
  const blocks = texts.join('').split(/^(?=# HELP )/m);
  for (const block of blocks.filter((one) => one !== '')) {
    const [head = '', ...samples] = block.trimEnd().split(/\n(?!#)/);
    metrics.set(head, [...(metrics.get(head) ?? []), ...samples]);
  }
  return [...metrics].map(([head, samples]) => `${[head, ...samples].join('\n')}\n`).join('');
}
