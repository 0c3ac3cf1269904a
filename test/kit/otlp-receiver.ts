// A receiver of traces and metrics: OTLP over HTTP, as a collector of OpenTelemetry accepts it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';
import { atEndOfFile } from './file-end.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly kind: string;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Ids of linked spans. */
  readonly links: readonly string[];
  /** The `service.name` of its process. */
  readonly service: unknown;
}

/** A value of a metric, or for histograms the number of measurements. */
export interface ReceivedPoint {
  readonly metric: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly value: number;
  /** The `service.name` of its process. */
  readonly service: unknown;
}

export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly points: readonly ReceivedPoint[];
  /** Everything that was received, one character per byte, to search it for secrets. */
  text(): string;
  /** The span and those around it, from the first one of its trace. */
  pathTo(span: ReceivedSpan): ReceivedSpan[];
}

/** Listens until the test file ends. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const points: ReceivedPoint[] = [];
  const received: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const bytes = Buffer.concat(await Array.fromAsync(request));
    received.push(bytes);
    if (request.url === '/v1/traces') spans.push(...spansIn(bytes));
    else if (request.url === '/v1/metrics') points.push(...pointsIn(bytes));
    else response.statusCode = 404;
    response.setHeader('content-type', 'application/x-protobuf').end();
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const pathTo = (span: ReceivedSpan): ReceivedSpan[] => {
    const parent = spans.find(({ spanId }) => spanId === span.parentId);
    return parent ? [...pathTo(parent), span] : [span];
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    points,
    text: () => Buffer.concat(received).toString('latin1'),
    pathTo,
  };
}

/** The fields of opentelemetry-proto that these tests read. Values of attributes are texts, numbers and booleans. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; SpanKind kind = 6;
    repeated KeyValue attributes = 9; repeated Event events = 11; repeated Link links = 13; Status status = 15;
    enum SpanKind { UNSPECIFIED = 0; INTERNAL = 1; SERVER = 2; CLIENT = 3; PRODUCER = 4; CONSUMER = 5; }
    message Event { string name = 2; }
    message Link { bytes trace_id = 1; bytes span_id = 2; }
  }
  message Status { string message = 2; int32 code = 3; }
  message ExportMetricsServiceRequest { repeated ResourceMetrics resource_metrics = 1; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message Metric { string name = 1; oneof data { Numbers gauge = 5; Numbers sum = 7; Histogram histogram = 9; } }
  message Numbers { repeated NumberDataPoint data_points = 1; }
  message NumberDataPoint { oneof value { double as_double = 4; sfixed64 as_int = 6; } repeated KeyValue attributes = 7; }
  message Histogram { repeated HistogramDataPoint data_points = 1; }
  message HistogramDataPoint { fixed64 count = 4; repeated KeyValue attributes = 9; }`);
const requestType = root.lookupType('ExportTraceServiceRequest');
const metricsType = root.lookupType('ExportMetricsServiceRequest');
const errorCode = 2;

interface Attribute {
  readonly key: string;
  readonly value?: Readonly<Record<string, unknown>>;
}

interface SentSpan {
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
  readonly parentSpanId: Uint8Array;
  readonly name: string;
  readonly kind: string;
  readonly attributes: readonly Attribute[];
  readonly links: readonly { readonly spanId: Uint8Array }[];
  readonly status?: { readonly code: number };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

function spansIn(bytes: Buffer): ReceivedSpan[] {
  const sent = requestType.toObject(requestType.decode(bytes), { enums: String, longs: Number, arrays: true }) as unknown as Sent;
  return sent.resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = attributesOf(resource.attributes)['service.name'];
    return scopeSpans.flatMap(({ spans }) => spans).map((span) => ({ ...toReceived(span), service }));
  });
}

function toReceived(span: SentSpan): Omit<ReceivedSpan, 'service'> {
  return {
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentId: span.parentSpanId ? hex(span.parentSpanId) : '',
    name: span.name,
    kind: span.kind,
    isError: span.status?.code === errorCode,
    attributes: attributesOf(span.attributes),
    links: span.links.map(({ spanId }) => hex(spanId)),
  };
}

interface SentPoints {
  readonly dataPoints: readonly {
    readonly attributes: readonly Attribute[];
    readonly asDouble?: number;
    readonly asInt?: number;
    readonly count?: number;
  }[];
}

interface SentMetrics {
  readonly resourceMetrics: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string;
        readonly gauge?: SentPoints;
        readonly sum?: SentPoints;
        readonly histogram?: SentPoints;
      }[];
    }[];
  }[];
}

function pointsIn(bytes: Buffer): ReceivedPoint[] {
  const sent = metricsType.toObject(metricsType.decode(bytes), { longs: Number, arrays: true }) as unknown as SentMetrics;
  return sent.resourceMetrics.flatMap(({ resource, scopeMetrics }) => {
    const service = attributesOf(resource.attributes)['service.name'];
    const metrics = scopeMetrics.flatMap((scope) => scope.metrics);
    return metrics.flatMap(({ name: metric, gauge, sum, histogram }) =>
      [gauge, sum, histogram]
        .flatMap((points) => points?.dataPoints ?? [])
        .map(({ attributes, asDouble, asInt, count }) => {
          const value = asDouble ?? asInt ?? count ?? Number.NaN;
          return { metric, attributes: attributesOf(attributes), value, service };
        }),
    );
  });
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function attributesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value ?? {})[0]]));
}
