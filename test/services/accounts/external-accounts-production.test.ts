// External accounts in production: no magic values, screening, and deeper checks of coordinates.
import { expect, test } from 'vitest';
import { bodyOf, specimenOf } from './external-account-specimens.ts';
import { type Json, startAccountsWorld } from './external-accounts-world.ts';

const world = await startAccountsWorld('production');

const path = '/customers/external-accounts';
const usd = specimenOf('USD_ACCOUNT');

test.each([
  { name: 'a bank account', specimen: specimenOf('EUR_ACCOUNT'), status: 'PENDING', check: 'PENDING' },
  { name: 'an account whose bank checks the name', specimen: usd, status: 'PENDING', check: 'CHECKED_BY_RECEIVING_FI' },
  { name: 'an account without name check', specimen: specimenOf('MXN_ACCOUNT'), status: 'PENDING', check: 'UNSUPPORTED' },
  { name: 'a wallet', specimen: specimenOf('BASE_WALLET'), status: 'ACTIVE', check: undefined },
])('$name starts as $status', async ({ specimen, status, check }) => {
  const { body } = await (await world.newPlatform()).rest('POST', path, { body: bodyOf(specimen) });

  expect([body.status, body.beneficiaryVerificationStatus]).toEqual([status, check]);
});

test('a bank account is active after its screening, with one event', async () => {
  const platform = await world.newPlatform();
  const { body } = await platform.rest('POST', path, { body: bodyOf(usd) });

  const events = await world.eventsOf(String(body.id));

  const after = await platform.rest('GET', `${path}/${String(body.id)}`);
  expect(after.body).toEqual({ ...body, status: 'ACTIVE' });
  expect(events).toEqual([
    {
      id: expect.stringMatching(/^Webhook:/),
      type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      timestamp: expect.any(String),
      data: after.body,
      platformId: expect.stringMatching(/^Platform:/),
    },
  ]);
});

test('no suffix is magic', async () => {
  const fields = { accountNumber: '000123456105' };

  const { status } = await (await world.newPlatform()).rest('POST', path, { body: bodyOf(usd, { fields }) });

  expect(status).toBe(201);
});

test.each([
  { type: 'EUR_ACCOUNT', fields: { iban: 'DE89370400440532013001' }, code: 'INVALID_BANK_ACCOUNT' },
  { type: 'MXN_ACCOUNT', fields: { clabeNumber: '032180000118359710' }, code: 'INVALID_BANK_ACCOUNT' },
  { type: 'USD_ACCOUNT', fields: { routingNumber: '121000359' }, code: 'INVALID_BANK_ACCOUNT' },
  { type: 'SOLANA_WALLET', fields: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gD002' }, code: 'INVALID_INPUT' },
])('impossible coordinates of $type are refused', async ({ type, fields, code }) => {
  const answer = await (await world.newPlatform()).rest('POST', path, { body: bodyOf(specimenOf(type), { fields }) });

  const { errors } = Object(answer.body.details) as { errors: Json[] };
  expect([answer.status, answer.body.code]).toEqual([400, code]);
  expect(errors.map(({ field }) => field)).toEqual(Object.keys(fields).map((field) => `accountInfo.${field}`));
});
