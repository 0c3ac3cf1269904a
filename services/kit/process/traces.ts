// Exports traces by OTLP. Loaded only if they are exported.
import { randomInt } from 'node:crypto';
import {
  isSpanContextValid,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { RetryAt } from '../background/job.ts';
import type { Log } from '../core/log.ts';
import { isDoneWithin } from '../core/patience.ts';
import { type Span, type Step, type StepAttributes, startTracing, type Tracing } from '../core/tracing.ts';
import { nameOf, refusalFrom } from '../messages/fail.ts';
import { closeMs, loggingFailures, ownResource } from './otlp.ts';

export interface TracesOptions {
  /** Which part of the requests is recorded: 0 to 1. */
  readonly share: number;
  /** The number of this worker, if it is one. */
  readonly worker?: string | undefined;
  readonly log: Log;
}

export interface Traces {
  /** Sends what is recorded so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Records requests until it is closed. While the receiver is unavailable, traces are lost, and requests are not delayed. */
export function openTraces({ share, worker, log }: TracesOptions): Traces {
  const sender = new OTLPTraceExporter();
  const exporter = {
    export: loggingFailures(sender, log, 'Traces could not be exported.'),
    shutdown: () => sender.shutdown(),
  };
  const provider = new TracerProvider({
    resource: ownResource(worker),
    sampler: new AlwaysOnSampler(), // only sampled requests have spans
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const stop = startTracing(tracingBy(provider.getTracer('payments'), share));
  return {
    flush: () => provider.forceFlush(),
    close: async () => {
      stop();
      await isDoneWithin(provider.shutdown(), closeMs);
    },
  };
}

/** A request from outside keeps its trace id, but whether it is recorded is decided here: a stranger could otherwise have all recorded. */
function tracingBy(tracer: Tracer, share: number): Tracing {
  const isChosen = () => randomInt(1_000_000) < share * 1_000_000;
  const begin = (step: Step, parent: SpanContext | undefined) =>
    new RecordedSpan(tracer, step, tracer.startSpan(step.name, optionsOf(step), contextOf(parent)));
  return {
    receive: (traceparent, step) => (isChosen() ? begin(step, contextIn(traceparent)) : undefined),
    resume: (traceparent, step) => {
      const parent = contextIn(traceparent);
      return parent && parent.traceFlags & TraceFlags.SAMPLED ? begin(step, parent) : undefined;
    },
  };
}

const contextOf = (parent: SpanContext | undefined) => (parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT);

/** W3C Trace Context, 3.2. */
function contextIn(traceparent: string | undefined): SpanContext | undefined {
  const [version, traceId = '', spanId = '', flags = ''] = traceparent?.split('-') ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return version !== 'ff' && isSpanContextValid(context) ? context : undefined;
}

class RecordedSpan implements Span {
  readonly traceparent: string;
  readonly #tracer: Tracer;
  readonly #step: Step;
  readonly #span: OtelSpan;

  constructor(tracer: Tracer, step: Step, span: OtelSpan) {
    const { traceId, spanId } = span.spanContext();
    this.traceparent = `00-${traceId}-${spanId}-01`;
    this.#tracer = tracer;
    this.#step = step;
    this.#span = span;
  }

  begin(step: Step, linked: readonly Span[] = []): Span {
    const links = linked.flatMap(({ traceparent }) => contextIn(traceparent) ?? []).map((context) => ({ context }));
    const parent = trace.setSpan(ROOT_CONTEXT, this.#span);
    return new RecordedSpan(this.#tracer, step, this.#tracer.startSpan(step.name, { ...optionsOf(step), links }, parent));
  }

  note(attributes: StepAttributes): void {
    this.#span.setAttributes(attributes);
  }

  /** Messages of errors can contain values, so only their names are recorded. */
  end(error?: unknown): void {
    if (error !== undefined && !(error instanceof RetryAt)) this.#fail(error);
    this.#span.end();
  }

  #fail(error: unknown): void {
    const refusal = refusalFrom(error);
    const name = error instanceof Error ? error.name : 'Error';
    this.#span.setAttribute('error.type', refusal ? nameOf(refusal.code) : name);
    const status = refusal?.status ?? 500;
    if (this.#step.attributes?.['http.route'] !== undefined) this.#span.setAttribute('http.response.status_code', status);
    if (status >= 500) this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }
}

function optionsOf({ kind = 'INTERNAL', attributes = {} }: Step): SpanOptions {
  return { kind: SpanKind[kind], attributes };
}
