// The served OpenAPI document, and the check of every answer of the tests against it.
import { expect, test } from 'vitest';
import { servedCheck, servedDocument } from '../kit/served.ts';

interface Schemas {
  readonly components: { readonly schemas: Record<string, { properties: { accountType: { enum: string[] } } }> };
}

test('every type of external account can occur in payment instructions', () => {
  const { schemas } = (servedDocument() as unknown as Schemas).components;
  const alias = 'LIGHTNING_ACCOUNT'; // answered as LIGHTNING
  const typesIn = (name: string) => schemas[name]?.properties.accountType.enum.filter((type) => type !== alias) ?? [];

  expect(typesIn('ExternalAccountInfo').length).toBeGreaterThan(40);
  expect(typesIn('ExternalAccountInfo').filter((type) => !typesIn('PaymentAccountInfo').includes(type))).toEqual([]);
});

const token = {
  id: 'Token:01900000-0000-7000-8000-000000000001',
  name: 'Back office',
  permissions: ['VIEW'],
  clientId: 'a'.repeat(32),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test.each([
  ['what it promises', 200, token, 0],
  ['a value outside an enum', 200, { ...token, permissions: ['FLY'] }, 1],
  ['a value of another type', 200, { ...token, name: 5 }, 1],
  ['a value that is required and missing', 200, { ...token, createdAt: undefined }, 1],
  ['a status that it does not name', 201, token, 1],
  ['no body where it promises one', 200, undefined, 1],
  ['a refusal under a code of another status', 404, { status: 404, code: 'CONFLICT', message: 'No.' }, 1],
  ['a refusal under a code of other operations', 404, { status: 404, code: 'QUOTE_NOT_FOUND', message: 'No.' }, 1],
  ['a refusal under its code', 404, { status: 404, code: 'TOKEN_NOT_FOUND', message: 'No.' }, 0],
])('an answer with %s has that many faults', (_, status, body, faults) => {
  const plain: unknown = body && JSON.parse(JSON.stringify(body));

  expect(servedCheck()({ method: 'GET', path: `/tokens/${token.id}`, status, body: plain })).toHaveLength(faults);
});
