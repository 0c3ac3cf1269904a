// gRPC connections to another process: as many as its calls need, each replaced when it breaks.
import { createSecureContext } from 'node:tls';
import {
  type ChannelOptions,
  Client,
  type ClientDuplexStream,
  credentials,
  type Metadata,
  type ServiceError,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { type Answer, asBuffer, isReplayed, metadataOf, type OutgoingCall } from './outgoing-call.ts';

export interface Channels {
  /** Rejects with a `ServiceError`. */
  send(call: OutgoingCall): Promise<Answer>;
  /** Opens a stream of messages in both directions. */
  open(path: string, metadata: Metadata): MessageStream;
  close(): void;
}

/**
 * Below the usual limit of 100 per connection: further calls would queue behind slow ones, and a stream that the server ends early counts
 * there until it has read the client's end. A call too many breaks the connection.
 */
const callsMax = 90;
const channelsMax = 40;

export type MessageStream = ClientDuplexStream<Uint8Array, Buffer>;

/** `address`: `http://host:port`, or `https://` for TLS. */
export function channelsTo(address: string): Channels {
  const open = new Set<Channel>();

  const choose = (): Channel => {
    let quietest: Channel | undefined;
    for (const channel of open) {
      if (channel.calls < callsMax) return channel;
      if (!quietest || channel.calls < quietest.calls) quietest = channel;
    }
    if (quietest && open.size >= channelsMax) return quietest;
    const fresh = { client: clientAt(address), calls: 0 };
    open.add(fresh);
    return fresh;
  };

  const finish = (channel: Channel, error: Failed | null) => {
    channel.calls--;
    if (error && isBroken(error)) open.delete(channel);
    if (!open.has(channel) && channel.calls === 0) channel.client.close();
  };

  return {
    send: (call) => {
      const channel = choose();
      channel.calls++;
      return sendBy(channel.client, call, (error) => finish(channel, error));
    },
    open: (path, metadata) => {
      const channel = choose();
      channel.calls++;
      return openBy(channel.client, { path, metadata }, (error) => finish(channel, error));
    },
    close: () => {
      for (const channel of open) {
        open.delete(channel);
        if (channel.calls === 0) channel.client.close();
      }
    },
  };
}

type Failed = Pick<StatusObject, 'code' | 'metadata'>;

interface Channel {
  readonly client: Client;
  calls: number;
}

/** A broken channel would reconnect with growing delays; a new one connects immediately. */
function isBroken({ code, metadata }: Failed): boolean {
  return code === status.UNAVAILABLE && metadata.get('grpc-status-details-bin').length === 0;
}

function clientAt(address: string): Client {
  const { protocol, hostname, port } = new URL(address);
  const isSecure = protocol === 'https:';
  const target = `${hostname}:${port || (isSecure ? 443 : 80)}`;
  // A context of its own accepts the authorities that Node.js accepts now. `createSsl` may read others from the environment.
  const channel = isSecure ? credentials.createFromSecureContext(createSecureContext()) : credentials.createInsecure();
  return new Client(target, channel, settings);
}

const settings: ChannelOptions = {
  'grpc.enable_channelz': 0,
  'grpc.enable_http_proxy': 0,
  'grpc.service_config_disable_resolution': 1,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }), // a name may resolve to several processes
  'grpc.use_local_subchannel_pool': 1,
  'grpc.max_receive_message_length': -1,
};

const asIs = (bytes: Buffer) => bytes;

function sendBy(client: Client, call: OutgoingCall, done: (error: ServiceError | null) => void): Promise<Answer> {
  const { path, request, deadline, signal } = call;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let received: Metadata | undefined;
  const running = client.makeUnaryRequest(path, asIs, asIs, request, metadataOf(call), { deadline }, (error, response) => {
    signal.removeEventListener('abort', cancel);
    done(error);
    if (error) reject(error);
    else resolve({ response: response ?? Buffer.alloc(0), replayed: received !== undefined && isReplayed(received) });
  });
  running.once('metadata', (ahead: Metadata) => (received = ahead));
  const cancel = () => running.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  return promise;
}

interface Opening {
  readonly path: string;
  readonly metadata: Metadata;
}

/** `done`: called once, when the stream has ended. */
function openBy(client: Client, { path, metadata }: Opening, done: (error: StatusObject | null) => void): MessageStream {
  const stream: MessageStream = client.makeBidiStreamRequest(path, asBuffer, asIs, metadata);
  stream.on('error', () => undefined); // also a status
  stream.once('status', (ended: StatusObject) => done(ended.code === status.OK ? null : ended));
  return stream;
}
