// A platform whose requests are traced to a receiver of OTLP, with a payer and a payee.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { openTraces, type Traces } from '../../services/kit/process/traces.ts';
import { log } from '../kit/log.ts';
import { type ReceivedSpan, startOtlpReceiver } from '../kit/otlp-receiver.ts';
import { makePayee, makePayer, makeQuote, type Payer } from '../kit/payments.ts';
import { startWorld } from '../kit/platform.ts';
import { type Received, startReceiver } from '../kit/receiver.ts';

export const callersSpan = 'b7ad6b7169203331';
export const newTraceId = () => randomBytes(16).toString('hex');

/** The trace context of a delivery: version, trace, span, flags. */
export const traceOf = ({ headers }: Received) => String(headers.traceparent).split('-');

export function named(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const span = spans.find((one) => one.name === name);
  if (!span) throw new Error(`No span ${name} among ${spans.map((one) => one.name).join(', ')}.`);
  return span;
}

/** Requests are traced while the tests run, not before. */
export async function startTracedWorld() {
  const otlp = await startOtlpReceiver();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = otlp.url;
  afterAll(() => delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const world = await startWorld();
  const { rest } = world;
  const receiver = await startReceiver();
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const payer = await makePayer(rest, 1_000_000);
  const payee = await makePayee(rest, payer.customerId);
  await world.settle();

  let traces: Traces | undefined;
  /** Traces this share of the requests from now on. */
  const trace = async (share: number) => {
    await traces?.close();
    traces = openTraces({ share, log });
  };
  beforeAll(() => trace(1));
  afterAll(() => traces?.close());

  const spansOf = async (traceId: string): Promise<ReceivedSpan[]> => {
    await world.settle();
    await traces?.flush();
    return otlp.spans.filter((span) => span.traceId === traceId);
  };
  /** Executes a quote in a trace of the caller. */
  const execute = async (quoteId: string, flags = '01') => {
    const traceId = newTraceId();
    const headers = { traceparent: `00-${traceId}-${callersSpan}-${flags}` };
    const answer = await rest('POST', `/quotes/${quoteId}/execute`, { headers });
    return { answer, traceId, spans: () => spansOf(traceId) };
  };
  const quoteFrom = ({ accountId }: Payer, to = payee) => makeQuote(rest, { from: accountId, to });
  const deliveryOf = (transactionId: string, type: string) =>
    receiver.events.find(({ body }) => body.data.id === transactionId && body.type === type);
  return { world, otlp, receiver, payer, payee, trace, spansOf, execute, quoteFrom, deliveryOf };
}
