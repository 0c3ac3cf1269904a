// Large objects in an S3-compatible bucket.
import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher } from 'undici';
import { atFirstUse } from '../../kit/core/at-first-use.ts';
import type { Blob, BlobStore } from './blob-store.ts';

/**
 * `https://<access key>:<secret>@<host>/<bucket>[/<prefix>]?region=<region>`. The default region is `us-east-1`. The bucket is part of the
 * path, which every such store supports.
 */
export function s3Blobs(url: string): BlobStore {
  const bucket = bucketOf(url);
  const client = atFirstUse(openClient);
  const send = async (method: 'PUT' | 'GET' | 'DELETE', key: string, blob?: Blob) => {
    const signed = await sign(bucket, method, key);
    const headers = { ...signed.headers, ...(blob && { 'content-length': String(blob.bytes) }) };
    const { request, agent } = await client.use();
    return request(signed.url, { method, headers, dispatcher: agent, body: blob ? Readable.from(blob.content) : null });
  };

  return {
    put: async (key, blob) => expectStatus(await send('PUT', key, blob), [200], key),
    get: (key) => read(() => send('GET', key), key),
    remove: async (key) => expectStatus(await send('DELETE', key), [200, 204, 404], key),
    close: async () => (await client.made())?.agent.close(),
  };
}

/** Loads the library, which is large, and which a start does not need. */
async function openClient() {
  const { Agent, request } = await import('undici');
  return { request, agent: new Agent({ connect: { timeout: 5_000 }, headersTimeout: 30_000, bodyTimeout: 30_000 }) };
}

interface Bucket {
  /** With bucket and prefix, without a trailing slash. */
  readonly address: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

function bucketOf(text: string): Bucket {
  const url = new URL(text);
  return {
    address: url.origin + url.pathname.replace(/\/+$/, ''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

/** Signature version 4. It does not cover the bytes, which are sealed. */
async function sign(bucket: Bucket, method: string, key: string): Promise<{ url: URL; headers: Record<string, string> }> {
  const { address, region, accessKeyId, secretAccessKey } = bucket;
  const signer = new AwsV4Signer({ method, url: `${address}/${key}`, service: 's3', region, accessKeyId, secretAccessKey });
  const { url, headers } = await signer.sign();
  return { url, headers: Object.fromEntries(headers.entries()) };
}

async function* read(request: () => Promise<Dispatcher.ResponseData>, key: string): AsyncGenerator<Uint8Array> {
  const answer = await request();
  if (answer.statusCode !== 200) await expectStatus(answer, [200], key);
  yield* answer.body;
}

/** Reports only the status, because responses may repeat what was sent. */
async function expectStatus({ statusCode, body }: Dispatcher.ResponseData, expected: number[], key: string): Promise<void> {
  await body.dump();
  if (!expected.includes(statusCode)) throw new Error(`The blob store answered ${statusCode} for ${key}.`);
}
