// Messages that are cheap to send and expensive to read, and how to send them.
import { connect } from 'node:http2';
import { gzipSync } from 'node:zlib';

export const updateConfigPath = '/payments.platform.v1.PlatformService/UpdateConfig';

/** An empty field of UpdateConfig, repeated: two bytes and an object each. */
export function emptyFields(bytes: number): Buffer {
  return Buffer.alloc(bytes, Buffer.from([0x1a, 0x00]));
}

/** As many list elements, each of which violates the rules. */
export function brokenElements(count: number): Buffer {
  return emptyFields(2 * count);
}

/** The same in JSON: a list of empty objects. */
export function emptyObjects(count: number): Buffer {
  return Buffer.from(`{"supportedCurrencies":[${'{},'.repeat(count - 1)}{}]}`);
}

export interface Sent {
  readonly authorization?: string;
  readonly isGzip?: boolean;
}

export interface GrpcOutcome {
  readonly status: number;
  readonly message: string;
}

/** Sends a gRPC message and returns the status. */
export function sendGrpc(address: string, message: Buffer, sent: Sent = {}): Promise<GrpcOutcome> {
  const { isGzip = false } = sent;
  return sendEnvelopes(address, enveloped(isGzip ? gzipSync(message) : message, isGzip), sent);
}

/** Empty compressed messages, all in one call. */
export function compressedMessages(count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => enveloped(Buffer.alloc(0), true)));
}

/** Sends the whole body of a gRPC call. */
export async function sendEnvelopes(
  address: string,
  envelopes: Buffer,
  { authorization, isGzip = false }: Sent,
): Promise<GrpcOutcome> {
  const session = connect(address);
  const { promise, resolve, reject } = Promise.withResolvers<GrpcOutcome>();
  session.on('error', reject).once('close', () => reject(new Error('The connection was closed.')));
  const headers = {
    ':method': 'POST',
    ':path': updateConfigPath,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...(isGzip && { 'grpc-encoding': 'gzip' }),
    ...(authorization !== undefined && { authorization }),
  };
  const stream = session.request(headers, { endStream: false });
  const settle = (fields: Record<string, unknown>) => {
    if (fields['grpc-status'] === undefined) return;
    resolve({ status: Number(fields['grpc-status']), message: decodeURIComponent(String(fields['grpc-message'] ?? '')) });
  };
  stream.on('response', settle).on('trailers', settle).on('error', reject);
  stream.resume().end(envelopes);
  return promise.finally(() => session.destroy());
}

export function enveloped(message: Buffer, isCompressed = false): Buffer {
  const head = Buffer.alloc(5);
  head[0] = isCompressed ? 1 : 0;
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** Sends a body by REST. Returns status and text of the response. */
export async function sendJson(origin: string, body: Buffer, { authorization }: Pick<Sent, 'authorization'>) {
  const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) };
  const answer = await fetch(`${origin}/2025-10-13/config`, { method: 'PATCH', headers, body: new Uint8Array(body) });
  return { status: answer.status, text: await answer.text() };
}

/** Sends a message by Connect or gRPC-Web, by its content type. Returns HTTP status and text of the response. */
export async function sendByHttp(origin: string, message: Buffer, { authorization, type }: Sent & { type: string }) {
  const body = type.startsWith('application/grpc-web') ? enveloped(message) : message;
  const headers = { 'content-type': type, ...(authorization !== undefined && { authorization }) };
  const answer = await fetch(`${origin}${updateConfigPath}`, { method: 'POST', headers, body: new Uint8Array(body) });
  return { status: answer.status, text: await answer.text() };
}
