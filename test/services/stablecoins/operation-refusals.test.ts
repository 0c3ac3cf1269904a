// Mints and burns: refusals of requests by their bodies.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makePayee, makePayer } from '../../kit/payments.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { bank, burn, byWire, fromWallet, mint, newIssuer } from './operations-world.ts';

const world = await sharedWorld();
const issuer = await newIssuer(world);
const { walletId, bankId } = issuer;
const reserved = 'VARIANT_NOT_SUPPORTED';
const internalId = `InternalAccount:${randomUUID()}`;
const unknownId = `ExternalAccount:${randomUUID()}`;
const dollars = await bank(world);
const pounds = await makePayee(world.rest, (await makePayer(world.rest)).customerId);
const fields = (field: string) => expect.arrayContaining([expect.objectContaining({ field })]);

test.each<[string, object, number, string, object]>([
  ['a number as amount', { amount: 2_500_000 }, 400, 'INVALID_INPUT', { errors: fields('amount') }],
  ['a fraction', { amount: '1.5' }, 400, 'INVALID_INPUT', { errors: fields('amount') }],
  ['a sign', { amount: '-10000' }, 400, 'INVALID_INPUT', { errors: fields('amount') }],
  ['no digits', { amount: '' }, 400, 'INVALID_INPUT', { errors: fields('amount') }],
  ['a leading zero', { amount: '0100000' }, 400, 'INVALID_INPUT', { errors: fields('amount') }],
  ['two zeros', { amount: '00' }, 400, 'INVALID_INPUT', { errors: fields('amount') }],
  ['zero', { amount: '0' }, 400, 'INVALID_AMOUNT', {}],
  ['a tenth of a cent', { amount: '1500001' }, 400, 'INVALID_AMOUNT', { reason: 'AMOUNT_NOT_REPRESENTABLE' }],
  ['a cent above a billion dollars', { amount: '1000000000010000' }, 400, 'AMOUNT_OUT_OF_RANGE', {}],
  ['a hundred digits', { amount: '1'.repeat(100) }, 400, 'AMOUNT_OUT_OF_RANGE', {}],
  ['a long description', { description: 'x'.repeat(1025) }, 400, 'INVALID_INPUT', { errors: fields('description') }],
  ['an unknown source', { fundingSource: { type: 'CASH' } }, 400, 'INVALID_INPUT', {}],
  ['a debit without an account', { fundingSource: { type: 'ACH_DEBIT' } }, 400, 'INVALID_INPUT', {}],
  [
    'an internal account as source',
    { fundingSource: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: internalId } },
    400,
    'INVALID_INPUT',
    { reason: reserved, errors: fields('fundingSource.type') },
  ],
  [
    'a balance at the provider as source',
    { fundingSource: { type: 'PROVIDER_INTERNAL_BALANCE', sourceTokenIdentifier: 'USDC', cryptoNetwork: 'SPARK' } },
    400,
    'INVALID_INPUT',
    { reason: reserved },
  ],
  [
    'an internal account as destination',
    { destination: { accountId: internalId } },
    400,
    'INVALID_INPUT',
    { reason: reserved, errors: fields('destination.accountId') },
  ],
  [
    'an unknown destination',
    { destination: { accountId: unknownId } },
    404,
    'REFERENCE_NOT_FOUND',
    { resource: 'ExternalAccount' },
  ],
  [
    'an unknown account to debit',
    { fundingSource: { type: 'ACH_DEBIT', externalAccountId: unknownId } },
    404,
    'REFERENCE_NOT_FOUND',
    { resource: 'ExternalAccount' },
  ],
  [
    'a bank account as destination',
    { destination: { accountId: dollars } },
    400,
    'INVALID_INPUT',
    { errors: fields('destination.accountId') },
  ],
  [
    'a wallet to debit',
    { fundingSource: { type: 'SAME_DAY_ACH_DEBIT', externalAccountId: walletId } },
    400,
    'INVALID_INPUT',
    { errors: fields('fundingSource.externalAccountId') },
  ],
])('a mint with %s is refused', async (_, changes, status, code, details) => {
  const answer = await mint(world, issuer, { ...byWire(issuer), ...changes });

  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.body.details ?? {}).toMatchObject(details);
});

test.each<[string, object, number, string, object]>([
  [
    'an internal account as source',
    { source: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: internalId } },
    400,
    'INVALID_INPUT',
    { reason: reserved, errors: fields('source.type') },
  ],
  ['a wire as source', { source: { type: 'WIRE' } }, 400, 'INVALID_INPUT', {}],
  [
    'a wallet as destination',
    { destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: walletId, rail: 'WIRE' } },
    400,
    'INVALID_INPUT',
    { errors: fields('destination.externalAccountId') },
  ],
  [
    'a bank account in another currency as destination',
    { destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: pounds, rail: 'WIRE' } },
    400,
    'INVALID_INPUT',
    { errors: fields('destination.externalAccountId') },
  ],
  [
    'an unknown destination',
    { destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: unknownId, rail: 'WIRE' } },
    404,
    'REFERENCE_NOT_FOUND',
    { resource: 'ExternalAccount' },
  ],
  [
    'an unknown rail',
    { destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: bankId, rail: 'SEPA' } },
    400,
    'INVALID_INPUT',
    { errors: fields('destination.rail') },
  ],
  ['zero', { amount: '0' }, 400, 'INVALID_AMOUNT', {}],
  ['a leading zero', { amount: '01' }, 400, 'INVALID_INPUT', { errors: fields('amount') }],
])('a burn with %s is refused', async (_, changes, status, code, details) => {
  const answer = await burn(world, issuer, { ...fromWallet(issuer), ...changes });

  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.body.details ?? {}).toMatchObject(details);
});
