// Gauges of the services of a process.
import type { Meter } from '@opentelemetry/api';
import type { Backlog } from '../background/backlog.ts';
import type { ConnectionUse } from '../storage/database.ts';
import type { Metric, Reading, Readings } from './measures.ts';

/** Undefined values are not known yet. */
export interface Gauges extends ConnectionUse, Partial<Backlog> {
  /** Findings of the last audit. Undefined before it, and for services without an audit. */
  readonly auditFindings: number | undefined;
  /** Of the service alone. */
  readonly metrics: readonly Metric[];
  readonly readings: Readings;
}

/** Registers the gauges, and the metrics of single services. `read` is called at each collection. */
export function observeGauges(meter: Meter, read: () => ReadonlyMap<string, Gauges>): void {
  observeOwn(meter, read);
  for (const { name, about, of } of gauges) {
    meter.createObservableGauge(name, { description: about }).addCallback((result) => {
      for (const [service, all] of read()) {
        const value = of(all);
        if (value !== undefined) result.observe(value, { service });
      }
    });
  }
}

function observeOwn(meter: Meter, read: () => ReadonlyMap<string, Gauges>): void {
  for (const [service, { metrics }] of read()) {
    for (const { name, about: description, isCounter } of metrics) {
      const metric = isCounter
        ? meter.createObservableCounter(name, { description })
        : meter.createObservableGauge(name, { description });
      const complete = withAbsent();
      metric.addCallback((result) => {
        const readings = complete(read().get(service)?.readings[name] ?? []);
        for (const { value, labels } of readings) result.observe(value, isCounter ? labels : { service, ...labels });
      });
    }
  }
}

/** Adds labels of earlier readings with the value 0. OpenTelemetry would repeat their last value. */
function withAbsent(): (readings: readonly Reading[]) => Reading[] {
  const seen = new Map<string, Reading>();
  return (readings) => {
    const now = new Map(readings.map((reading) => [JSON.stringify(reading.labels), reading]));
    for (const [key, { labels }] of now) seen.set(key, { value: 0, ...(labels && { labels }) });
    return [...new Map([...seen, ...now]).values()];
  };
}

interface Gauge {
  readonly name: string;
  readonly about: string;
  readonly of: (all: Gauges) => number | undefined;
}

const gauges: readonly Gauge[] = [
  {
    name: 'payments_audit_findings',
    about: 'Violations that the last audit of a service found. Must be 0.',
    of: ({ auditFindings }) => auditFindings,
  },
  {
    name: 'payments_dead_letters',
    about: 'Jobs and events of a service that were given up. An operator must retry them. Must be 0.',
    of: ({ deadLetters }) => deadLetters,
  },
  { name: 'payments_jobs_due', about: 'Jobs of a service that are due, at most 10,000.', of: ({ jobsDue }) => jobsDue },
  {
    name: 'payments_job_delay_seconds',
    about: 'How long the oldest due job of a service has been due.',
    of: ({ jobDelaySeconds }) => jobDelaySeconds,
  },
  {
    name: 'payments_jobs_failing',
    about: 'Jobs of a service whose last attempt failed, at most 10,000.',
    of: ({ jobsFailing }) => jobsFailing,
  },
  {
    name: 'payments_events_waiting',
    about: 'Events of a service that are not forwarded yet, at most 10,000.',
    of: ({ eventsWaiting }) => eventsWaiting,
  },
  {
    name: 'payments_event_delay_seconds',
    about: 'Age of the oldest event of a service that is not forwarded yet.',
    of: ({ eventDelaySeconds }) => eventDelaySeconds,
  },
  {
    name: 'payments_database_connections_used',
    about: 'Database connections that a service uses now.',
    of: ({ connectionsUsed }) => connectionsUsed,
  },
  {
    name: 'payments_database_calls_waiting',
    about: 'Calls of a service that wait for a database connection.',
    of: ({ callsWaiting }) => callsWaiting,
  },
];
