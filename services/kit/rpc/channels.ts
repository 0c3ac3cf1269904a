// gRPC connections to another process: as many as its calls need, each replaced when it breaks.
import { createSecureContext } from 'node:tls';
import { type ChannelOptions, Client, credentials, type Metadata, type ServiceError, status } from '@grpc/grpc-js';

export interface OutgoingCall {
  readonly path: string;
  readonly request: Buffer;
  readonly metadata: Metadata;
  readonly deadline: Date;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly response: Buffer;
  /** Undefined if the server sent none before its message. */
  readonly metadata: Metadata | undefined;
}

export interface Channels {
  /** Rejects with a `ServiceError`. */
  send(call: OutgoingCall): Promise<Answer>;
  close(): void;
}

/** Usual limit of concurrent calls per connection. Further calls would queue behind slow ones. */
const callsMax = 100;
const channelsMax = 40;

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

  const finish = (channel: Channel, error: ServiceError | null) => {
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
    close: () => {
      for (const channel of open) {
        open.delete(channel);
        if (channel.calls === 0) channel.client.close();
      }
    },
  };
}

interface Channel {
  readonly client: Client;
  calls: number;
}

/** A broken channel would reconnect with growing delays; a new one connects immediately. */
function isBroken({ code, metadata }: ServiceError): boolean {
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
  const { path, request, metadata, deadline, signal } = call;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let received: Metadata | undefined;
  const running = client.makeUnaryRequest(path, asIs, asIs, request, metadata, { deadline }, (error, response) => {
    signal.removeEventListener('abort', cancel);
    done(error);
    if (error) reject(error);
    else resolve({ response: response ?? Buffer.alloc(0), metadata: received });
  });
  running.once('metadata', (ahead: Metadata) => (received = ahead));
  const cancel = () => running.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  return promise;
}
