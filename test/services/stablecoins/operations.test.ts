// Mints and burns: their variants, as the responses show them.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { burn, byDebit, byWire, fromBalance, fromWallet, mint, newIssuer } from './operations-world.ts';

const world = await sharedWorld();
const issuer = await newIssuer(world);
const common = {
  id: expect.stringMatching(/^StablecoinOperation:[0-9a-f-]{36}$/),
  stablecoinId: issuer.stablecoinId,
  amount: '2500000',
  provider: 'BRALE',
  providerEnvironment: 'SANDBOX',
  stablecoinProviderAccountId: issuer.linkId,
  providerStatus: 'pending',
  createdAt: expect.any(String),
  updatedAt: expect.any(String),
};
const { walletId, bankId } = issuer;

const description = 'First tokens'.padEnd(1024, '.');

test('a mint by wire waits for the funds, and says where to send them', async () => {
  const { status, headers, body } = await mint(world, issuer, { ...byWire(issuer), description });

  expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
  expect(body).toEqual({
    ...common,
    operationType: 'MINT',
    status: 'PENDING_FUNDING',
    source: { type: 'WIRE' },
    destination: { accountId: walletId },
    description,
    fundingInstructions: {
      rail: 'WIRE',
      beneficiaryName: expect.any(String),
      bankName: expect.any(String),
      accountNumber: expect.any(String),
      routingNumber: expect.stringMatching(/^\d{9}$/),
      reference: expect.any(String),
    },
    expiresAt: new Date(Date.parse(body.createdAt) + 7 * 24 * 3600_000).toISOString(),
  });
  expect((await world.rest('GET', `/stablecoin-operations/${body.id}`)).body).toEqual(body);
});

test.each(['ACH_DEBIT', 'SAME_DAY_ACH_DEBIT'])('a mint by %s waits for the provider', async (type) => {
  const { status, body } = await mint(world, issuer, byDebit(issuer, type));

  expect(status).toBe(201);
  expect(body).toEqual({
    ...common,
    operationType: 'MINT',
    status: 'PENDING_PROVIDER',
    source: { type, externalAccountId: bankId },
    destination: { accountId: walletId },
  });
});

test.each([
  ['WIRE', 'same business day'],
  ['SAME_DAY_ACH_CREDIT', 'same business day'],
  ['ACH_CREDIT', '1 to 3 business days'],
  ['RTP_CREDIT', 'within minutes'],
])('a burn from any wallet, paid by %s, waits for the tokens', async (rail, timing) => {
  const { status, body } = await burn(world, issuer, fromWallet(issuer, rail));

  const { providerTokenIdentifier: valueType } = (await world.rest('GET', `/stablecoins/${issuer.stablecoinId}`)).body;
  expect(status).toBe(201);
  expect(body).toEqual({
    ...common,
    operationType: 'BURN',
    status: 'PENDING_FUNDING',
    source: { type: 'EXTERNAL_ACCOUNT' },
    destination: { accountId: bankId, rail },
    fundingInstructions: { rail: 'SPARK', network: 'SPARK', address: expect.stringMatching(/^sparkrt1/), valueType },
    estimatedDelivery: { rail, amount: '250', currency: 'USD', timing },
    expiresAt: new Date(Date.parse(body.createdAt) + 7 * 24 * 3600_000).toISOString(),
  });
});

test('a burn of tokens at the provider waits for the provider', async () => {
  const { status, body } = await burn(world, issuer, fromBalance(issuer));

  expect(status).toBe(201);
  expect(body).toEqual({
    ...common,
    operationType: 'BURN',
    status: 'PENDING_PROVIDER',
    source: { type: 'PROVIDER_INTERNAL_BALANCE' },
    destination: { accountId: bankId, rail: 'WIRE' },
    estimatedDelivery: { rail: 'WIRE', amount: '250', currency: 'USD', timing: 'same business day' },
  });
});
