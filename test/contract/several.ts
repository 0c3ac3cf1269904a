// Several requests: many, some at a time, and two reads that are compared.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Tenant } from '../kit/platform.ts';
import type { Operation } from './operations.ts';
import { type Sent, send, withoutNew } from './requests.ts';

/** Sends many requests, some at a time. Returns their results in order. */
export async function sendMany<T, R>(requests: readonly T[], sendOne: (request: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < requests.length; start += concurrentMax)
    results.push(...(await Promise.all(requests.slice(start, start + concurrentMax).map(sendOne))));
  return results;
}

const concurrentMax = 16;

/** The bodies of two reads. Reads that differ repeat for some seconds, because work in the background may change a resource between them. */
export async function readBoth(tenant: Tenant, operation: Operation, first: Sent, second: Sent): Promise<[unknown, unknown]> {
  for (const until = performance.now() + 5_000; ; ) {
    const { status, body: plain } = await send(tenant, operation, first);
    const { body: other } = await send(tenant, operation, second);
    expect(status).toBe(200);
    if (isDeepStrictEqual(withoutNew(plain), withoutNew(other)) || performance.now() > until)
      return [withoutNew(plain), withoutNew(other)];
  }
}
