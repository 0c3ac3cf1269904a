// A minimal S3 server: it stores objects, and verifies signatures with its own implementation of the published algorithm.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from '../../kit/file-end.ts';

export interface Bucket {
  /** With credentials, prefix and region. */
  readonly url: string;
  /** By path. */
  readonly objects: Map<string, Buffer>;
  /** Method and path of each request. */
  readonly requests: string[];
  isOpen: boolean;
}

const accessKey = 'AKIA/EXAMPLE+KEY';
const secret = 'wJalr/XUtnFEMI+K7MDENG=';
const region = 'eu-central-2';

/** Listens until the test file ends. */
export async function startBucket(): Promise<Bucket> {
  const server = createServer((request, response) => void serve(request, response, bucket).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => server.closeAllConnections());
  atEndOfFile(() => server.close());
  const { port } = server.address() as AddressInfo;
  const credentials = `${encodeURIComponent(accessKey)}:${encodeURIComponent(secret)}`;
  const url = `http://${credentials}@127.0.0.1:${port}/kyc-documents/some/folder/?region=${region}`;
  const bucket: Bucket = { url, objects: new Map(), requests: [], isOpen: true };
  return bucket;
}

async function serve(request: IncomingMessage, response: ServerResponse, bucket: Bucket): Promise<void> {
  const { method = '', url: path = '' } = request;
  const bytes = Buffer.concat(await Array.fromAsync(request)); // fails if the sender disconnects
  bucket.requests.push(`${method} ${path}`);
  if (!bucket.isOpen) return void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
  if (!isSigned(request)) return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  const object = bucket.objects.get(path);
  if (method === 'PUT') bucket.objects.set(path, bytes);
  if (method === 'DELETE') bucket.objects.delete(path);
  if (method === 'GET') return void (object ? response.end(object) : response.writeHead(404).end());
  response.writeHead(method === 'DELETE' ? 204 : 200).end();
}

/** Signature version 4, of the headers: docs.aws.amazon.com, "Authenticating Requests: Using the Authorization Header". */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const shape =
    /^AWS4-HMAC-SHA256 Credential=(.+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, key, day = '', where, names = '', signature = ''] = shape.exec(headers.authorization ?? '') ?? [];
  const time = String(headers['x-amz-date']);
  const isRecent =
    Math.abs(Date.now() - Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))) < 15 * 60 * 1000;
  if (key !== accessKey || where !== region || !isRecent || !time.startsWith(day) || !names.split(';').includes('host'))
    return false;
  const [path, query = ''] = url.split('?');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const payload = String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD');
  const canonical = [method, path, query, lines.join(''), names, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const signing = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`);
  return timingSafeEqual(hmac(signing, toSign), Buffer.from(signature, 'hex'));
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
