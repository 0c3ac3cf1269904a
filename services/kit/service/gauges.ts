// Gauges of the services of a process, which must be zero.

export interface Gauges {
  /** Findings of the last audit. Undefined before it, and for services without an audit. */
  readonly auditFindings: number | undefined;
  /** Undefined before the first count. */
  readonly deadLetters: number | undefined;
}

/** Prometheus text: one line per service with a known value. */
export function gaugesText(services: ReadonlyMap<string, Gauges>): string {
  return gauges
    .map(({ name, about, of }) =>
      textOf(
        { name, about },
        [...services].map(([service, all]) => [service, of(all)]),
      ),
    )
    .join('');
}

const gauges = [
  {
    name: 'payments_audit_findings',
    about: 'Violations that the last audit of a service found. Must be 0.',
    of: ({ auditFindings }: Gauges) => auditFindings,
  },
  {
    name: 'payments_dead_letters',
    about: 'Jobs and events of a service that were given up. An operator must retry them. Must be 0.',
    of: ({ deadLetters }: Gauges) => deadLetters,
  },
];

function textOf({ name, about }: { name: string; about: string }, values: readonly [string, number | undefined][]): string {
  const lines = values.flatMap(([service, value]) => (value === undefined ? [] : [`${name}{service="${service}"} ${value}\n`]));
  return `# HELP ${name} ${about}\n# TYPE ${name} gauge\n${lines.join('')}`;
}
