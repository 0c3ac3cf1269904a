// Requests with a mistyped name: a warning names it, and a strict request is refused.
import { expect, test } from 'vitest';
import { sharedWorld } from '../kit/shared-world.ts';

const world = await sharedWorld();
const strict = { 'service-strict': 'true' };
const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };

test('unknown fields are ignored, and the response names each with the nearest known name', async () => {
  const body = {
    ...person,
    emial: 'ada@example.com',
    adress: {},
    address: { line1: '1 Main St', postalcode: '1' },
    elephants: 2,
  };

  const { status, headers } = await world.rest('POST', '/customers', { body });

  expect([status, headers.warning]).toEqual([
    400, // for the address
    [
      '299 - "address.postalcode is unknown, did you mean postalCode?"',
      '299 - "emial is unknown, did you mean email?"',
      '299 - "adress is unknown, did you mean address?"',
      '299 - "elephants is unknown"',
    ].join(', '),
  ]);
});

test('a strict request with unknown fields has no effect', async () => {
  const body = { ...person, platformCustomerId: 'strict', emial: 'ada@example.com' };

  const refused = await world.rest('POST', '/customers', { body, headers: strict });
  const { body: found } = await world.rest('GET', '/customers?platformCustomerId=strict');

  expect([refused.status, refused.body.code, refused.body.details]).toEqual([
    400,
    'INVALID_INPUT',
    { errors: [{ field: 'emial', message: 'is unknown, did you mean email?' }] },
  ]);
  expect(refused.headers.warning).toBeUndefined();
  expect(found.data).toEqual([]);
});

test('unknown query parameters are named too, with and without a body', async () => {
  const list = await world.rest('GET', '/customers?limt=5&limit=5');
  const create = await world.rest('POST', '/customers?verbose=1', { body: person });
  const refused = await world.rest('GET', '/customers?limt=5', { headers: strict });

  expect([list.status, list.headers.warning]).toEqual([200, '299 - "limt is unknown, did you mean limit?"']);
  expect([create.status, create.headers.warning]).toEqual([201, '299 - "verbose is unknown"']);
  expect([refused.status, refused.body.details.errors]).toEqual([
    400,
    [{ field: 'limt', message: 'is unknown, did you mean limit?' }],
  ]);
});

test('unknown parts of a form are named', async () => {
  const boundary = 'line';
  const part = (name: string, text: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const { headers } = await world.raw({
    method: 'POST',
    url: '/2025-10-13/documents',
    headers: { authorization: world.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${part('documentTyp', 'PASSPORT')}--${boundary}--\r\n`,
  });

  expect(headers.warning).toBe('299 - "documentTyp is unknown, did you mean documentType?"');
});

test('a name cannot end the header, and only the first names are listed', async () => {
  const hostile = {
    ...person,
    'a"\r\nset-cookie: b': 1,
    ...Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`zzzz${i}`, 1])),
  };

  const { status, headers } = await world.rest('POST', '/customers', { body: hostile });

  expect(status).toBe(201);
  expect(String(headers.warning)).toMatch(/^299 - "a\?{3}set-cookie\?{2}b is unknown", 299 - "zzzz0 is unknown"/);
  expect(String(headers.warning).split('299 - ')).toHaveLength(21);
});

test('an unknown name with many digits can be a secret, and is not repeated', async () => {
  const body = { ...person, '6f2a91c04b': 1 };

  const { headers } = await world.rest('POST', '/customers', { body });
  const refused = await world.rest('POST', '/customers', { body, headers: strict });

  expect(headers.warning).toBe('299 - "? is unknown"');
  expect(JSON.stringify(refused.body)).not.toContain('6f2a91c04b');
});

test('a correct request is accepted as strict, without a warning', async () => {
  const { status, headers } = await world.rest('POST', '/customers', { body: person, headers: strict });

  expect([status, headers.warning]).toEqual([201, undefined]);
});
