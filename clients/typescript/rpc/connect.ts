// Requests by Connect, on the port of REST, in browsers, workers and Node.js.
import type { UniversalClientFn } from '@connectrpc/connect/protocol';
import { createTransport } from '@connectrpc/connect/protocol-connect';
import type { OpenTransport } from '../src/transport.ts';
import { overRpc, type Services } from './transport.ts';

export const connectTo =
  (services: Services): OpenTransport =>
  ({ baseUrl, fetch }) =>
    overRpc(createTransport({ ...settings, baseUrl, httpClient: clientOver(fetch) }), services);

/** Sends and reads whole messages: by HTTP/1.1, browsers send no streams. */
function clientOver(send: typeof fetch): UniversalClientFn {
  return async ({ url, method, header: headers, signal, body }) => {
    const chunks = (await Array.fromAsync(body ?? [])) as Uint8Array<ArrayBuffer>[];
    const response = await send(url, { method, headers, body: new Blob(chunks), ...(signal && { signal }) });
    const received = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, header: response.headers, body: single(received), trailer: new Headers() };
  };
}

async function* single(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  yield chunk;
}

const bytesMax = 64 * 1024 * 1024;

const settings = {
  useBinaryFormat: true,
  interceptors: [],
  acceptCompression: [],
  sendCompression: null,
  compressMinBytes: 0,
  readMaxBytes: bytesMax,
  writeMaxBytes: bytesMax,
};
