// The metrics of a process: collected by OpenTelemetry, rendered for Prometheus, and exported by other readers.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createNoopMeter, type Meter } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import { isDoneWithin } from '../core/patience.ts';
import { closeMs, ownResource } from './otlp.ts';

export interface Telemetry {
  readonly meter: Meter;
  /** All metrics, as Prometheus reads them. */
  prometheus(): Promise<string>;
  close(): Promise<void>;
}

/** Of a process with OTEL_SDK_DISABLED. */
export const noTelemetry: Telemetry = { meter: createNoopMeter(), prometheus: async () => '', close: async () => {} };

export const prometheusType = 'text/plain; version=0.0.4';

export interface TelemetryOptions {
  /** The number of this worker, as a label of all its metrics. Absent for a single process. */
  readonly worker?: string | undefined;
  /** Exports the metrics as well. */
  readonly exporter?: MetricReader | undefined;
}

export function openTelemetry({ worker, exporter }: TelemetryOptions = {}): Telemetry {
  const scrapes = new Scrapes();
  const label = resourceFromAttributes(worker === undefined ? {} : { worker });
  const provider = new MeterProvider({
    readers: exporter ? [scrapes, exporter] : [scrapes],
    resource: exporter ? ownResource(worker).merge(label) : label,
    views: [{ instrumentName: '*', aggregationCardinalityLimit: seriesMax }],
  });
  const meter = provider.getMeter('payments');
  const endLoopDelay = observeLoopDelay(meter);
  return {
    meter,
    prometheus: () => scrapes.text(),
    close: async () => {
      endLoopDelay();
      await isDoneWithin(provider.shutdown(), closeMs);
    },
  };
}

/** Collects when Prometheus asks. */
class Scrapes extends MetricReader {
  readonly #serializer = new PrometheusSerializer('', false, /^worker$/, true, true);

  async text(): Promise<string> {
    const { resourceMetrics, errors } = await this.collect();
    const [error] = errors;
    if (error !== undefined) throw error;
    return this.#serializer.serialize(resourceMetrics);
  }

  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}

/** Per metric. The library's limit of 2,000 is less than doors × methods × error codes. */
const seriesMax = 20_000;

/** Milliseconds between samples. Each sample includes it. */
const resolution = 20;

/** The highest delay since the last collection. Returns a function to stop. */
function observeLoopDelay(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  meter
    .createObservableGauge('payments_event_loop_delay_seconds', {
      description: 'Longest delay of the event loop since the last collection.',
    })
    .addCallback((result) => {
      result.observe(Math.max(0, delay.max / 1e6 - resolution) / 1_000);
      delay.reset();
    });
  return () => void delay.disable();
}
