// Lists that clients can follow: further entries are sent as server-sent events, until the client disconnects.
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { create, type DescMethodUnary, type Message } from '@bufbuild/protobuf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import type { Call, Dispatch } from '../../services/kit/core/call.ts';
import type { Caller } from '../../services/kit/core/caller.ts';
import { isUuid, uuidIn } from '../../services/kit/core/ids.ts';
import { fail } from '../../services/kit/messages/fail.ts';
import type { Write } from './response.ts';

export interface FollowParts {
  readonly method: DescMethodUnary;
  readonly dispatch: Dispatch;
  readonly write: Write;
  readonly authenticate: (request: FastifyRequest, agentOperation: string | undefined) => Promise<Caller | undefined>;
}

export interface Followed {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly call: Call;
  /** The request message, with the filters of the list. */
  readonly message: Message;
}

export function wantsEvents({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/event-stream') ?? false;
}

/** The list is read again and again, so entries of all processes are found. Credentials are checked each time. */
export function followerOf(parts: FollowParts): (followed: Followed) => Promise<FastifyReply> {
  const open = new Map<string, Set<FastifyReply>>();
  return async (followed) => {
    const { request, reply, call } = followed;
    const { platformId } = call.caller;
    const others = open.get(platformId) ?? new Set();
    if (others.size >= streamsMax)
      throw fail(ErrorCode.RATE_LIMITED, `A platform can follow at most ${streamsMax} lists at once.`);
    open.set(platformId, others.add(reply));
    reply.raw.once('close', () => {
      if (others.delete(reply) && others.size === 0) open.delete(platformId);
    });
    const read = readerOf(parts, followed);
    const last = lastEventId(request) ?? (await read(undefined, 1)).at(0)?.id;
    const events = eventsFrom(read, { last, signal: call.signal, isStopping: () => !request.server.server.listening });
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no') // or a proxy would hold events back
      .send(Readable.from(events));
  };
}

/** Of a platform, at a process. */
const streamsMax = 20;

type Entries = readonly { readonly id: string }[];
type Read = (after: string | undefined, limit: number) => Promise<Entries>;

function readerOf({ method, dispatch, write, authenticate }: FollowParts, { request, call, message }: Followed): Read {
  return async (after, limit) => {
    const caller = { ...((await authenticate(request, undefined)) ?? call.caller), hasFaults: false }; // faults are for requests
    const { cursor: _, ...filters } = message as Message & { cursor?: string };
    const asked = create(method.input, { ...filters, limit, ...(after !== undefined && { after }) });
    const { body = '{}' } = write((await dispatch(method, asked, { ...call, caller })).message);
    return (JSON.parse(body) as { data: Entries }).data;
  };
}

interface Position {
  /** Only later entries are sent. Undefined: all. */
  readonly last: string | undefined;
  readonly signal: AbortSignal;
  readonly isStopping: () => boolean;
}

/** Comments keep the connection alive. Ends when the client disconnects, the process stops or the credentials are revoked. */
async function* eventsFrom(read: Read, { last, signal, isStopping }: Position): AsyncGenerator<string> {
  let after = last;
  yield `retry: ${everyMs}\n\n`;
  for (let silent = 0; !signal.aborted && !isStopping(); silent++) {
    const entries = await read(after, pageMax).catch(() => undefined);
    if (!entries) return; // the client connects again, and is refused if the reason remains
    const inOrder = after === undefined ? entries.toReversed() : entries;
    for (const entry of inOrder) yield `id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`;
    after = inOrder.at(-1)?.id ?? after;
    if (entries.length > 0) silent = 0;
    else if (silent % silentMax === silentMax - 1) yield ': nothing new\n\n';
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

const everyMs = 500;
const pageMax = 100;
const silentMax = 30;

/** Sent by a client that was disconnected. */
function lastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' && isUuid(uuidIn(id)) ? id : undefined;
}
