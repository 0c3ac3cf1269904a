// Handwritten HTTP/2 frames that a well-behaved client never sends.
import { connect, type Socket } from 'node:net';

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const types = { data: 0, headers: 1, rstStream: 3, settings: 4, goAway: 7 } as const;
const endHeaders = 4;
const endOfStream = 1;

/** A connection that has sent only its preface. */
export function connectHttp2(host: string, port: number): Socket {
  const socket = connect(port, host);
  socket.on('error', () => socket.destroy());
  socket.write(Buffer.concat([preface, frame(types.settings, 0, Buffer.alloc(0))]));
  return socket;
}

/** The start of a gRPC call that never ends: no END_STREAM. `more`: headers beside the usual ones, which may repeat. */
export function openStream(id: number, path: string, more: readonly (readonly [name: string, value: string])[] = []): Buffer {
  const block = Buffer.concat([
    Buffer.from([0x83, 0x86]), // POST, http
    literal(':path', path),
    literal(':authority', 'attack'),
    literal('content-type', 'application/grpc'),
    literal('te', 'trailers'),
    ...more.map(([name, value]) => literal(name, value)),
  ]);
  return frame(types.headers, endHeaders, block, id);
}

/** The end of a call with an empty message. */
export function endStream(id: number): Buffer {
  return frame(types.data, endOfStream, Buffer.alloc(5), id);
}

/** How many streams the server has answered and reset, and whether it sent GOAWAY. */
export function refusalsIn(received: Buffer): { answered: number; reset: number; isSentAway: boolean } {
  let answered = 0;
  let reset = 0;
  let isSentAway = false;
  for (let at = 0; at + 9 <= received.length; at += 9 + received.readUIntBE(at, 3)) {
    if (received[at + 3] === types.headers) answered++;
    if (received[at + 3] === types.rstStream) reset++;
    if (received[at + 3] === types.goAway) isSentAway = true;
  }
  return { answered, reset, isSentAway };
}

/** HPACK: a literal without indexing, by name and value, uncompressed. */
function literal(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]);
}

function frame(type: number, flags: number, payload: Buffer, stream = 0): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}
