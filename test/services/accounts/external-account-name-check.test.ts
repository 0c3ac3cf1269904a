// The result of the sandbox's beneficiary name check, by the suffix of the account.
import { describe, expect, test } from 'vitest';
import { refusal } from './answers.ts';
import {
  banks,
  bodyOf,
  business,
  heldByBusiness,
  type Specimen,
  specimenOf,
  specimens,
  wallets,
} from './external-account-specimens.ts';
import { type Json, sharedAccountsWorld } from './external-accounts-world.ts';

const world = await sharedAccountsWorld();

const path = '/customers/external-accounts';
const usd = specimenOf('USD_ACCOUNT');

describe("the sandbox's name check", () => {
  const results = [
    { suffix: '102', result: { beneficiaryVerificationStatus: 'NOT_MATCHED' } },
    {
      suffix: '103',
      result: { beneficiaryVerificationStatus: 'PARTIAL_MATCH', beneficiaryVerifiedData: { fullName: 'Neem Textiles LL' } },
    },
    { suffix: '104', result: { beneficiaryVerificationStatus: 'PENDING' } },
    { suffix: '106', result: { beneficiaryVerificationStatus: 'UNSUPPORTED' } },
    { suffix: '107', result: { beneficiaryVerificationStatus: 'CHECKED_BY_RECEIVING_FI' } },
    {
      suffix: '002',
      result: { beneficiaryVerificationStatus: 'MATCHED', beneficiaryVerifiedData: { fullName: 'Neem Textiles LLP' } },
    },
  ];

  test.each(
    banks.flatMap((specimen) =>
      (specimen === usd ? results : results.slice(0, 1)).map((each) => ({ ...each, specimen, type: specimen.accountType })),
    ),
  )('of $type follows the suffix $suffix, and the account is active', async ({ specimen, suffix, result }) => {
    const { status, body } = await (await world.newPlatform()).rest('POST', path, { body: endingIn(specimen, suffix) });

    const { id: _, currency, accountInfo, ...rest } = body;
    expect([status, currency, Object(accountInfo).accountType]).toEqual([201, specimen.currency, specimen.accountType]);
    expect(rest).toEqual({ status: 'ACTIVE', ...result });
  });

  test.each(specimens.map((specimen) => ({ type: specimen.accountType, specimen })))(
    'refuses $type ending in 105, unless it is a wallet',
    async ({ specimen }) => {
      const own = await world.newPlatform();

      const answer = await own.rest('POST', path, { body: endingIn(specimen, '105') });

      const kept = await own.rest('GET', path);
      const isWallet = wallets.includes(specimen);
      expect(refusal(answer)).toEqual(isWallet ? { status: 201 } : { status: 400, code: 'INVALID_BANK_ACCOUNT' });
      expect(kept.body.totalCount).toBe(isWallet ? 1 : 0);
    },
  );
});

/** The specimen of a business, with this suffix of the primary identifier. */
function endingIn(specimen: Specimen, suffix: string): Json {
  const held = heldByBusiness(specimen);
  const value = String(held.fields[held.primary]);
  const [user = '', domain] = value.split('@');
  const moved = `${user.slice(0, -3)}${suffix}${domain === undefined ? '' : `@${domain}`}`;
  return bodyOf(held, { beneficiary: business, fields: { [held.primary]: moved } });
}
