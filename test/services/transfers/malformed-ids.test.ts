// Ids in bodies that are malformed, or of another kind: each is an invalid field, as opposed to an unknown id.
import { expect, test } from 'vitest';
import { sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const internal = 'InternalAccount:01900000-0000-7000-8000-000000000000';
const external = 'ExternalAccount:01900000-0000-7000-8000-000000000000';
const wrong = ['foo', 'Customer:01900000-0000-7000-8000-000000000000'];

const transfer = (source: string, destination: string) => ({
  source: { accountId: source },
  destination: { accountId: destination },
  amount: 100,
});

const bodies: [path: string, field: string, bodyWith: (id: string) => object][] = [
  ['/transfer-in', 'source.accountId', (id) => transfer(id, internal)],
  ['/transfer-in', 'destination.accountId', (id) => transfer(external, id)],
  ['/transfer-out', 'source.accountId', (id) => transfer(id, external)],
  ['/transfer-out', 'destination.accountId', (id) => transfer(internal, id)],
  ['/sandbox/send', 'quoteId', (quoteId) => ({ quoteId, currencyCode: 'USD' })],
];

test.each(bodies)('%s refuses a malformed %s', async (path, field, bodyWith) => {
  for (const id of wrong) {
    const { status, body } = await world.rest('POST', path, { body: bodyWith(id) });

    expect([status, body.code, body.details.errors]).toMatchObject([400, 'INVALID_INPUT', [{ field }]]);
  }
});
