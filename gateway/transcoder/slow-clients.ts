// Clients that do not read what they asked for, or do not stop sending what was refused: they keep memory and a connection.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How fast a client must read a large answer, after a time for the network to begin. */
export interface ReadingRate {
  readonly bytesPerSecond: number;
  readonly graceMs: number;
}

export const readingRate: ReadingRate = { bytesPerSecond: 16 * 1024, graceMs: 10_000 };

/** Closes the connection of a client that has not read its answer in time. Small answers fit into the buffers of the system. */
export function closeSlowReader({ raw }: FastifyReply, bytes: number, { bytesPerSecond, graceMs }: ReadingRate): void {
  if (bytes < systemBufferBytes) return;
  const late = setTimeout(() => raw.destroy(), graceMs + (bytes / bytesPerSecond) * 1000).unref();
  raw.once('close', () => clearTimeout(late));
}

const systemBufferBytes = 64 * 1024;

/**
 * Lets a client that is refused finish sending. Closing the connection at once would reset it, and the refusal would be lost; what
 * still comes is read and dropped by the server.
 */
export function readToTheEnd({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  reply.removeHeader('connection');
  const late = setTimeout(() => raw.destroy(), restMsMax).unref();
  raw.once('close', () => clearTimeout(late));
}

const restMsMax = 30_000;
