// Clients that do not read their response: they occupy memory and a connection.
import type { FastifyReply } from 'fastify';

/** Minimum rate at which a client must read a large response, after a grace period. */
export interface ReadingRate {
  readonly bytesPerSecond: number;
  readonly graceMs: number;
}

export const readingRate: ReadingRate = { bytesPerSecond: 16 * 1024, graceMs: 10_000 };

/** Closes the connection of a client that did not read its response in time. Small responses fit into the buffers of the system. */
export function closeSlowReader({ raw }: FastifyReply, bytes: number, { bytesPerSecond, graceMs }: ReadingRate): void {
  if (bytes < systemBufferBytes) return;
  const late = setTimeout(() => raw.destroy(), graceMs + (bytes / bytesPerSecond) * 1000).unref();
  raw.once('close', () => clearTimeout(late));
}

const systemBufferBytes = 64 * 1024;
