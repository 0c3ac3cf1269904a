// Closes a server after its running requests have finished.

/** A Fastify application, or a server with the same interface. */
export interface Drainable {
  readonly server: { closeIdleConnections(): void; closeAllConnections(): void };
  close(): PromiseLike<unknown>;
}

/** Refuses new requests and closes each connection when it is idle: open keep-alive connections would delay the end. */
export async function drain(app: Drainable): Promise<void> {
  const closing = app.close();
  const sweeping = setInterval(() => app.server.closeIdleConnections(), sweepEveryMs);
  const late = setTimeout(() => app.server.closeAllConnections(), drainMsMax);
  await closing;
  clearInterval(sweeping);
  clearTimeout(late);
}

const sweepEveryMs = 50;
const drainMsMax = 8_000;
