// Closes a server so that running requests are answered first.

/** A Fastify application, or a server of the same form. */
export interface Drainable {
  readonly server: { closeIdleConnections(): void; closeAllConnections(): void };
  close(): PromiseLike<unknown>;
}

/** Takes nothing new, and drops each connection as soon as it is idle: a client that keeps its own open would hold up the end. */
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
