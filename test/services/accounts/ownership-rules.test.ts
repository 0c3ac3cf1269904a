// Which external wallets need an ownership proof: the counterparty rules of platforms.
import { describe, expect, test } from 'vitest';
import { bodyOf, business, specimenOf, wallets } from './external-account-specimens.ts';
import { first, path, sharedOwnershipWorld, third } from './ownership-world.ts';

const world = await sharedOwnershipWorld();
const { platform, customerId } = await world.regulatedPlatform();

describe('a platform under counterparty rules', () => {
  const base = specimenOf('BASE_WALLET');
  const vasp = { vaspName: 'Kraken' };

  test.each([
    { what: 'an own wallet', top: first, status: 'PENDING_OWNERSHIP_VERIFICATION' },
    { what: "another person's wallet", top: third, beneficiary: business, status: 'ACTIVE' },
    { what: 'an own account at an exchange', top: first, fields: vasp, status: 'ACTIVE' },
    { what: 'an account at an exchange', top: {}, fields: vasp, status: 'ACTIVE' },
    { what: "another person's account at an exchange", top: third, fields: vasp, beneficiary: business, status: 'ACTIVE' },
  ])('makes $what $status', async ({ top, fields = {}, beneficiary, status }) => {
    const own = await world.regulatedPlatform();

    const created = await own.platform.rest('POST', path, {
      body: bodyOf(base, { top: { ...top, customerId: own.customerId }, fields, ...(beneficiary && { beneficiary }) }),
    });

    expect([created.status, created.body.status]).toEqual([201, status]);
    expect(await world.eventsOf(String(created.body.id))).toEqual([]);
  });

  test.each(
    wallets.flatMap((specimen) => [
      { type: specimen.accountType, specimen, top: {}, fields: {}, field: 'ownershipType' },
      { type: specimen.accountType, specimen, top: third, fields: {}, field: 'accountInfo.beneficiary' },
      { type: specimen.accountType, specimen, top: third, fields: vasp, field: 'accountInfo.beneficiary' },
    ]),
  )('requires $field of $type', async ({ specimen, top, fields, field }) => {
    const answer = await platform.rest('POST', path, { body: bodyOf(specimen, { top: { ...top, customerId }, fields }) });

    expect(answer.body).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      message: '1 field is invalid',
      details: { errors: [{ field, message: 'is required' }] },
    });
  });

  test.each(['USD_ACCOUNT', 'LIGHTNING'])('requires nothing of %s', async (accountType) => {
    const lightning = { currency: 'BTC', accountInfo: { accountType, lightningAddress: 'ada@wallet.example' } };

    const { body } = await platform.rest('POST', path, {
      body: accountType === 'LIGHTNING' ? lightning : bodyOf(specimenOf(accountType)),
    });

    expect(body.status).toBe('ACTIVE');
  });
});

test('a platform without counterparty rules needs no proofs', async () => {
  const own = await world.newPlatform();
  const { body } = await own.rest('POST', path, { body: bodyOf(specimenOf('BASE_WALLET'), { top: first }) });

  const answer = await own.rest('POST', `${path}/${String(body.id)}/challenge`, { body: { method: 'WALLET_SIGNATURE' } });

  expect([body.status, answer.status, answer.body.code]).toEqual(['ACTIVE', 409, 'CONFLICT']);
});
