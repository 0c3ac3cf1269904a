// External accounts in production: no magic values, screening, and deeper checks of coordinates.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ExternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { bodyOf, individualFor, specimenOf } from './external-account-specimens.ts';
import { type Json, startAccountsWorld } from './external-accounts-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'watch-list-'));
afterAll(() => rmSync(folder, { recursive: true }));
const watchListFile = join(folder, 'names.txt');
writeFileSync(watchListFile, '');
const world = await startAccountsWorld('production', { watchListFile });

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

test('a beneficiary on the watch list is reviewed by a person, whose decision stands', async () => {
  const platform = await world.newPlatform();
  const create = async (fullName: string, accountNumber: string) => {
    const body = bodyOf(usd, { beneficiary: { ...individualFor(usd), fullName }, fields: { accountNumber } });
    return String((await platform.rest('POST', path, { body })).body.id);
  };
  const shown = async (id: string) => (await platform.rest('GET', `${path}/${id}`)).body.status;
  writeFileSync(watchListFile, '\nGrace Hopper\r\nMuller OHara, JOSE\r\n');
  const [id, other] = [await create('José Müller-O’Hara', '000123456789'), await create('Joseph Muller', '000123456788')];

  const events = await world.eventsOf(id);
  const screened = [await shown(id), await shown(other)];
  await platform.directory.changeExternalAccountStatus({ accountId: id, change: ExternalAccountChange.CLEARED });

  expect(events).toMatchObject([{ type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', data: { id, status: 'UNDER_REVIEW' } }]);
  expect(screened).toEqual(['UNDER_REVIEW', 'ACTIVE']);
  expect(await shown(id)).toBe('ACTIVE');
});

test('without its watch list, no account is cleared, until the list is back', async () => {
  const platform = await world.newPlatform();
  rmSync(watchListFile);
  const { body } = await platform.rest('POST', path, { body: bodyOf(usd) });
  const shown = async () => (await platform.rest('GET', `${path}/${String(body.id)}`)).body.status;

  const events = await world.eventsOf(String(body.id));
  const waiting = await shown();
  writeFileSync(watchListFile, '');
  world.tick(600_000);
  await world.eventsOf(String(body.id));

  expect([events, waiting]).toEqual([[], 'PENDING']);
  expect(await shown()).toBe('ACTIVE');
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
