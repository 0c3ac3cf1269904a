// Random changes to valid requests: every answer is one that the document promises.
import * as fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { openWorld } from '../kit/any-world.ts';
import type { RestAnswer } from '../kit/rest.ts';
import { type Change, changed } from './changed-request.ts';
import { type Operation, operations } from './operations.ts';
import { send } from './requests.ts';
import { makeThings } from './things.ts';

const runs = Number(process.env.FUZZ_RUNS ?? 500);
/** Differs by form (no gateway process, one, two), so that each form sends other requests. */
const seed = Number(process.env.FUZZ_SEED ?? 20_251_013 + (inject('outside')?.origins.length ?? 0));

const world = await openWorld();
const things = await makeThings(world);
/** A platform for requests that change or end things. */
const victim = await world.newPlatform();
const doomed = await makeThings(victim);

test(`${runs} random requests (seed ${seed}) get only answers of the contract`, async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...operations),
    fc.array(anyChange, { minLength: 1, maxLength: 4 }),
    odd,
    tryOut,
  );

  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
});

async function tryOut(operation: Operation, changes: readonly Change[], headers: Record<string, string>): Promise<void> {
  const isHarmful = operation.verb === 'DELETE' || operation.verb === 'PATCH';
  const [tenant, ids] = isHarmful ? [victim, doomed] : [world, things];
  const { payload, ...request } = changed(operation, ids, changes);
  const own = typeof payload !== 'string' ? headers : { 'content-type': 'application/json', ...headers };

  const answer = await send(tenant, operation, { ...request, ...(payload !== undefined && { payload }), headers: own });

  expect(faultsOf(operation, answer), `${operation.name} ${JSON.stringify(request)} ${payload}`).toEqual([]);
}

/** Statuses of the contract that are not failures of the service. */
const refusals = new Set([400, 401, 403, 404, 405, 409, 410, 412, 423, 424, 429, 501]);

/** The body was already compared with the document on arrival. */
function faultsOf({ successes }: Operation, { status, body, headers }: RestAnswer): string[] {
  const isRefusal = refusals.has(status);
  return [
    ...(isRefusal || successes.includes(status) ? [] : [`the status ${status}: ${JSON.stringify(body)}`]),
    ...(isRefusal && body.status !== status ? ['another status in the body'] : []),
    ...(status === 204 || headers['content-type']?.startsWith('application/json') ? [] : ['no JSON']),
    ...(headers['x-request-id'] ? [] : ['no request id']),
    ...(Object.keys(Object.prototype).length ? ['a polluted prototype'] : []),
  ];
}

const keys = [
  '__proto__',
  'constructor',
  'toString',
  'id',
  'customerId',
  'accountId',
  'currency',
  'createdAt',
  'status',
  'elephant',
];
const values = [
  null,
  true,
  0,
  -1,
  -0,
  0.1,
  2 ** 53,
  1e300,
  '',
  ' ',
  '\0',
  '\ud800',
  'USD',
  'usd',
  'Customer:x',
  'GB',
  '2026-02-30',
  [],
  {},
  [[]],
  { a: { b: [null] } },
];
const pieces = ['', '"', '{', '}', ',', '\\', '\0', '1e400', 'null', '\u{1f4a9}', '[', '\n', '99999999999999999999'];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '%', '0', '-1', '100', 'null', 'true', "'", '..', 'Customer:', ...Object.values(things)),
);
const wellFormed = anyText.map((text) => text.toWellFormed());
const where = fc.nat(10_000);

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      at: fc.constant('body' as const),
      how: fc.constantFrom('delete', 'replace', 'add', 'double'),
      where,
      value: fc.oneof(fc.constantFrom(...values), fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...Object.values(things))),
      key: fc.oneof(fc.constantFrom(...keys), fc.string({ maxLength: 8 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ at: fc.constant('query' as const), where, text: wellFormed }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('path' as const), where, text: wellFormed }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('text' as const), where, text: fc.constantFrom(...pieces) }) },
);

const visible = fc.string({ unit: fc.constantFrom(...'abcXYZ019 -_.:;,/"\'(){}=+'), maxLength: 40 });
const odd: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'idempotency-key',
        'request-id',
        'x-request-id',
        'service-wallet-signature',
        'traceparent',
        'accept',
        'accept-language',
        'content-encoding',
        'x-forwarded-for',
      ),
      visible,
      { maxKeys: 4 },
    ),
  },
);
