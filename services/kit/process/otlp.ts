// What the exports of traces and metrics by OTLP have in common. The library reads most variables of OpenTelemetry itself.
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import type { Log } from '../core/log.ts';

/** Time to send what is left at the end. Short, so that a process without a receiver ends in time. */
export const closeMs = 2_000;

/** This process, by its service and the number of its worker, if it is one. */
export function ownResource(worker: string | undefined): Resource {
  const own = { 'service.name': 'payments', ...(worker !== undefined && { 'payments.worker': worker }) };
  return resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] }));
}

/** Logs the first of several failures of an exporter. */
export function loggingFailures<Data, Result extends { readonly error?: Error }>(
  exporter: { export(data: Data, done: (result: Result) => void): void },
  log: Log,
  message: string,
) {
  let isFailing = false;
  return (data: Data, done: (result: Result) => void): void =>
    exporter.export(data, (result) => {
      if (result.error && !isFailing) log.warn({ reason: result.error.message }, message);
      isFailing = result.error !== undefined;
      done(result);
    });
}
