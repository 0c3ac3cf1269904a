// Sends calls to one address: in streams, or singly if they are large or the process there does not know streams.
import { type StatusObject, status } from '@grpc/grpc-js';
import { CallService } from '../../../gen/payments/common/v1/call_pb.ts';
import { CallStream } from './call-stream.ts';
import { channelsTo } from './channels.ts';
import { type Answer, metadataOf, type OutgoingCall } from './outgoing-call.ts';

export interface CallStreams {
  /** Rejects with a `ServiceError`. `token`: opens streams. Absent: for a single call. */
  send(call: OutgoingCall, token?: string): Promise<Answer>;
  close(): void;
}

/** The path of the method that carries calls. */
export const exchangePath = `/${CallService.typeName}/${CallService.method.exchange.name}`;

/** A stream accepts calls for this time. A name can resolve to several processes, and each stream goes to the next one. */
const openMs = 1_000;
/** After a process did not know streams. */
const singleMs = 60_000;
/** Larger requests would delay other calls. */
const bytesMax = 64 * 1024;

/** `address`: `http://host:port`, or `https://` for TLS. */
export function callStreamsTo(address: string): CallStreams {
  const channels = channelsTo(address);
  let current: CallStream | undefined;
  let singleUntil = 0;

  const open = (token: string, requestId: string): CallStream => {
    const stream = channels.open(exchangePath, metadataOf({ token, headers: { requestId, isDryRunContinued: false } }));
    stream.once('status', ({ code }: StatusObject) => {
      if (code === status.UNIMPLEMENTED) singleUntil = performance.now() + singleMs;
    });
    const opened = new CallStream(stream, channels.send);
    setTimeout(() => opened.retire(), openMs).unref();
    return opened;
  };

  return {
    send: (call, token) => {
      if (token === undefined || call.request.length > bytesMax || performance.now() < singleUntil) return channels.send(call);
      if (!current?.isOpen()) current = open(token, call.headers.requestId);
      return current.hasRoom() ? current.send(call) : channels.send(call);
    },
    close: () => {
      current?.retire();
      channels.close();
    },
  };
}
