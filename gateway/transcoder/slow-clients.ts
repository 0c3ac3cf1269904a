// Clients that do not read their response, or do not stop sending a refused request: they occupy memory and a connection.
import type { FastifyReply, FastifyRequest } from 'fastify';

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

/**
 * Lets a refused client finish sending. Closing the connection immediately would reset it and lose the refusal; the server reads and drops
 * the rest.
 */
export function readToTheEnd({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  reply.removeHeader('connection');
  const late = setTimeout(() => raw.destroy(), restMsMax).unref();
  raw.once('close', () => clearTimeout(late));
}

const restMsMax = 30_000;
