// Traces: the step of a request that the running code works on. Nothing is recorded unless the process exports traces.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './call.ts';

/** Part of the work for a request. Its name and attributes contain no personal data, no secrets and no values of statements. */
export interface Step {
  readonly name: string;
  /** Default: INTERNAL. */
  readonly kind?: 'INTERNAL' | 'SERVER' | 'CLIENT' | 'CONSUMER';
  readonly attributes?: StepAttributes;
}

export type StepAttributes = Readonly<Record<string, string | number | boolean>>;

/** A step that is recorded. */
export interface Span {
  /** W3C trace context, for calls, jobs and events that follow. Undefined for work that several requests share. */
  readonly traceparent: string | undefined;
  /** Begins a step within this one. `linked`: spans of other requests that share it. */
  begin(step: Step, linked?: readonly Span[]): Span;
  note(attributes: StepAttributes): void;
  /** `error`: why the step failed. */
  end(error?: unknown): void;
}

/** Decides what is recorded. */
export interface Tracing {
  /** A request from outside of the installation. */
  receive(traceparent: string | undefined, step: Step): Span | undefined;
  /** Work for a request that another process, or an earlier step, has decided on. */
  resume(traceparent: string, step: Step): Span | undefined;
}

const active = new AsyncLocalStorage<Span | undefined>();
let tracing: Tracing | undefined;

/** Begins to record the requests of this process. Returns a function to stop. */
export function startTracing(started: Tracing): () => void {
  tracing = started;
  return () => {
    if (tracing === started) tracing = undefined;
  };
}

export const currentSpan = (): Span | undefined => active.getStore();

/** The trace context of the running code, for calls, jobs and events that follow from it. */
export const currentTrace = (): string | undefined => active.getStore()?.traceparent;

/** The same as a field, absent outside of a recorded trace. */
export function tracedBy(): { traceparent?: string } {
  const traceparent = currentTrace();
  return traceparent === undefined ? {} : { traceparent };
}

/** Runs work as a step of the current request. */
export function traced<T>(step: Step, run: () => Promise<T>): Promise<T> {
  const span = active.getStore();
  return span ? within(span.begin(step), run) : run();
}

/** Runs work outside of any trace: it continues after the request, or belongs to several. */
export function untraced<T>(run: () => T): T {
  return active.getStore() ? active.run(undefined, run) : run();
}

/** Runs work that an earlier request has left, as a step of its trace. */
export function resumed<T>(traceparent: string | undefined, step: Step, run: () => Promise<T>): Promise<T> {
  const span = traceparent === undefined ? undefined : tracing?.resume(traceparent, step);
  return span ? within(span, run) : untraced(run);
}

export interface Arrival {
  readonly step: Step;
  /** The caller is another process of this installation, whose decision is followed. */
  readonly isOwnProcess: boolean;
}

/** Runs a call at a door. Its caller must be admitted: strangers neither cause nor join traces. */
export function entered<T>(call: Call, { step, isOwnProcess }: Arrival, run: (call: Call) => Promise<T>): Promise<T> {
  if (!tracing) return run(call);
  const { traceparent, requestId, caller } = call;
  const about = { 'payments.request_id': requestId, 'payments.platform_id': caller.platformId };
  const known: Step = { ...step, kind: 'SERVER', attributes: { ...step.attributes, ...about } };
  const span = isOwnProcess ? traceparent && tracing.resume(traceparent, known) : tracing.receive(traceparent, known);
  if (span) return within(span, () => run(call));
  return run(traceparent === undefined ? call : { ...call, traceparent: unsampled(traceparent) });
}

/** Other processes must not decide again. */
const unsampled = (traceparent: string) => `${traceparent.slice(0, -2)}00`;

/** Runs work that several requests share. The first of them records its steps, the others link to it. A batch of one belongs to its request. */
export function tracedTogether<T>(spans: readonly (Span | undefined)[], name: string, run: () => Promise<T>): Promise<T> {
  const [first, ...others] = new Set(spans.filter((span) => span !== undefined));
  if (!first) return untraced(run);
  if (spans.length === 1) return active.run(first, run);
  const step = { name, attributes: { 'payments.batch.size': spans.length } };
  const shared = first.begin(step, others);
  return asOne([shared, ...others.map((span) => span.begin(step, [shared]))], run);
}

/** Runs work that several earlier requests have left. */
export function resumedTogether<T>(traceparents: readonly (string | undefined)[], step: Step, run: () => Promise<T>): Promise<T> {
  const spans = traceparents.flatMap((one) => (one && tracing?.resume(one, step)) || []);
  const [only] = spans;
  return only && traceparents.length === 1 ? within(only, run) : asOne(spans, run);
}

/** The first span records the steps. Nothing that follows from them belongs to its request alone. */
function asOne<T>(spans: readonly Span[], run: () => Promise<T>): Promise<T> {
  const [first] = spans;
  if (!first) return untraced(run);
  const shared: Span = {
    traceparent: undefined,
    begin: (step, linked) => first.begin(step, linked),
    note: (attributes) => first.note(attributes),
    end: (error) => spans.forEach((span) => span.end(error)),
  };
  return within(shared, run);
}

async function within<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    const result = await active.run(span, run);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
