// Exports metrics by OTLP, in addition to /metrics. Loaded only if they are exported.
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { type InstrumentType, type MetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { Log } from '../core/log.ts';
import { loggingFailures } from './otlp.ts';

/** Sends all metrics at intervals, and at the end. While the receiver is unavailable, they are lost. */
export function exportedMetrics(exportIntervalMillis: number, log: Log): MetricReader {
  const sender = new OTLPMetricExporter();
  const exporter = {
    export: loggingFailures(sender, log, 'Metrics could not be exported.'),
    selectAggregation: (type: InstrumentType) => sender.selectAggregation(type),
    selectAggregationTemporality: (type: InstrumentType) => sender.selectAggregationTemporality(type),
    forceFlush: () => sender.forceFlush(),
    shutdown: () => sender.shutdown(),
  };
  return new PeriodicExportingMetricReader({ exporter, exportIntervalMillis });
}
