// The life of external accounts through REST: the order of refusals, duplicates, limits, defaults, deletion.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
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
import { type Json, startAccountsWorld } from './external-accounts-world.ts';

const world = await startAccountsWorld();
const platform = await world.newPlatform();

const path = '/customers/external-accounts';
const usd = specimenOf('USD_ACCOUNT');

describe('a create is refused', () => {
  test.each([
    ...specimens.map((specimen) => ({ type: specimen.accountType, specimen, currency: 'ARS' })),
    { type: 'SWIFT_ACCOUNT', specimen: specimenOf('SWIFT_ACCOUNT'), currency: 'USDC' },
    { type: 'USD_ACCOUNT', specimen: usd, currency: 'usd' },
    { type: 'BASE_WALLET', specimen: specimenOf('BASE_WALLET'), currency: 'USDT' },
  ])('when $type is to hold $currency', async ({ specimen, currency }) => {
    const answer = await create(bodyOf(specimen, { top: { currency } }));

    expect(refusal(answer)).toEqual({ status: 400, code: 'INVALID_CURRENCY' });
  });

  test.each([
    { who: 'nobody', customerId: async () => `Customer:${randomUUID()}` },
    { who: 'a customer of another platform', customerId: async () => (await world.newPlatform()).newCustomer() },
    { who: 'a deleted customer', customerId: () => deletedCustomer() },
  ])('when its customer is $who', async ({ customerId }) => {
    const answer = await create(bodyOf(usd, { top: { customerId: await customerId() } }));

    expect(answer).toEqual({
      status: 400,
      body: {
        status: 400,
        code: 'INVALID_INPUT',
        message: '1 field is invalid',
        details: { errors: [{ field: 'customerId', message: 'is not a customer of this platform' }] },
      },
    });
  });

  test.each(['Customer:1', `InternalAccount:${randomUUID()}`, randomUUID(), 7])('when customerId is %j', async (customerId) => {
    const answer = await create(bodyOf(usd, { top: { customerId } }));

    expect(fieldsOf(answer)).toEqual(['customerId']);
  });

  test.each([
    { field: 'platformAccountId', value: '' },
    { field: 'platformAccountId', value: 'x'.repeat(256) },
    { field: 'ownershipType', value: 'SECOND_PARTY' },
    { field: 'defaultUmaDepositAccount', value: 'true' },
  ])('when $field is $value', async ({ field, value }) => {
    const answer = await create(bodyOf(usd, { top: { customerId: await platform.newCustomer(), [field]: value } }));

    expect(fieldsOf(answer)).toEqual([field]);
  });

  test('when an account of the platform is to be a default for UMA deposits', async () => {
    const answer = await create(bodyOf(usd, { top: { defaultUmaDepositAccount: true } }));

    expect(refusal(answer)).toEqual({ status: 400, code: 'INVALID_INPUT' });
    expect(fieldsOf(answer)).toEqual(['defaultUmaDepositAccount']);
  });

  test('in the order of the stages: shape, currency, customer, bank, duplicate', async () => {
    const customerId = await platform.newCustomer();
    const wrong = {
      top: { currency: 'EUR', customerId: await deletedCustomer() },
      fields: { accountNumber: '777105', routingNumber: 'x' },
    };
    const shaped = { ...wrong, fields: { accountNumber: '777105' } };
    const paired = { ...shaped, top: { customerId: await deletedCustomer() } };
    const owned = { ...shaped, top: { customerId } };
    const accepted = { top: { customerId }, fields: { accountNumber: '777200' } };

    const codes = [];
    for (const more of [wrong, shaped, paired, owned, accepted, accepted])
      codes.push(refusal(await create(bodyOf(usd, more))).code);

    expect(codes).toEqual(['INVALID_INPUT', 'INVALID_CURRENCY', 'INVALID_INPUT', 'INVALID_BANK_ACCOUNT', undefined, 'CONFLICT']);
  });
});

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
  )('of $type ends as the suffix $suffix says, and the account is active', async ({ specimen, suffix, result }) => {
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

describe('a duplicate', () => {
  test('of two hundred at once is made once, and the others are told its id', async () => {
    const body = bodyOf(usd, { top: { customerId: await platform.newCustomer() } });

    const answers = await Promise.all(Array.from({ length: 200 }, () => create(body)));

    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([made.length, refused.length]).toEqual([1, 199]);
    expect(new Set(refused.map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set([
        JSON.stringify({
          status: 409,
          code: 'CONFLICT',
          message: 'The owner has an account with these coordinates already.',
          details: { existingAccountId: made[0]?.body.id },
        }),
      ]),
    );
  });

  test.each([
    { what: 'another beneficiary', more: { beneficiary: business } },
    { what: 'another name at the platform', more: { top: { platformAccountId: 'other' } } },
    { what: 'another kind of ownership', more: { top: { ownershipType: 'THIRD_PARTY' } } },
    { what: 'separators', more: { fields: { accountNumber: '000-123 456.789' } } },
    { what: 'the name of the bank', more: { fields: { bankName: 'First Bank' } } },
  ])('does not differ by $what', async ({ more }) => {
    const own = await world.newPlatform();
    const first = await own.rest('POST', path, { body: bodyOf(usd) });

    const second = await own.rest('POST', path, { body: bodyOf(usd, more) });

    expect(second.body.details).toEqual({ existingAccountId: first.body.id });
  });

  test('may stand with another owner', async () => {
    const own = await world.newPlatform();
    const owners: Json[] = [{}, { customerId: await own.newCustomer() }, { customerId: await own.newCustomer() }];

    const answers = await Promise.all(owners.map((top) => own.rest('POST', path, { body: bodyOf(usd, { top }) })));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  test('may be made once the first is deleted', async () => {
    const own = await world.newPlatform();
    const first = await own.rest('POST', path, { body: bodyOf(usd) });
    await own.rest('DELETE', `${path}/${String(first.body.id)}`);

    const second = await own.rest('POST', path, { body: bodyOf(usd) });

    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('is not one when the same key repeats the same request', async () => {
    const body = bodyOf(usd, { top: { customerId: await platform.newCustomer() } });
    const headers = { 'idempotency-key': randomUUID() };

    const first = await platform.rest('POST', path, { body, headers });
    const second = await platform.rest('POST', path, { body, headers });

    expect(first.status).toBe(201);
    expect(second).toEqual(first);
  });
});

test('an owner has a thousand accounts at most, however many are asked for at once', async () => {
  const customerId = await platform.newCustomer();
  const numbered = (number: number) => bodyOf(usd, { top: { customerId }, fields: { accountNumber: `${number}0` } });

  const answers = await Promise.all(Array.from({ length: 1010 }, (_, number) => create(numbered(number))));

  const kept = answers.find(({ status }) => status === 201);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1000);
  expect(answers.filter(({ status }) => status !== 201).map(refusal)).toEqual(
    Array.from({ length: 10 }, () => ({ status: 400, code: 'INVALID_INPUT' })),
  );
  await platform.rest('DELETE', `${path}/${String(kept?.body.id)}`);
  expect((await create(numbered(5000))).status).toBe(201);
}, 60_000);

describe('the default for UMA deposits', () => {
  const isDefault = { defaultUmaDepositAccount: true };

  test('is one account of a customer, and moves to the newest that asks for it', async () => {
    const customerId = await platform.newCustomer();
    const first = await create(numbered('1', { customerId, ...isDefault }));
    const second = await create(numbered('2', { customerId, ...isDefault }));
    await create(numbered('3', { customerId }));

    expect([first.body.defaultUmaDepositAccount, second.body.defaultUmaDepositAccount]).toEqual([true, true]);
    expect(await defaultsOf(customerId)).toEqual([second.body.id]);
  });

  test('is one even when many ask for it at once', async () => {
    const customerId = await platform.newCustomer();

    await Promise.all(Array.from({ length: 20 }, (_, number) => create(numbered(`9${number}`, { customerId, ...isDefault }))));

    expect(await defaultsOf(customerId)).toHaveLength(1);
  });

  test('does not move when the account that asks for it is a duplicate', async () => {
    const customerId = await platform.newCustomer();
    await create(numbered('1', { customerId }));
    const chosen = await create(numbered('2', { customerId, ...isDefault }));

    const again = await create(numbered('1', { customerId, ...isDefault }));

    expect(again.status).toBe(409);
    expect(await defaultsOf(customerId)).toEqual([chosen.body.id]);
  });

  test('is nobody after the account is deleted', async () => {
    const customerId = await platform.newCustomer();
    await create(numbered('1', { customerId }));
    const chosen = await create(numbered('2', { customerId, ...isDefault }));

    await platform.rest('DELETE', `${path}/${String(chosen.body.id)}`);

    expect(await defaultsOf(customerId)).toEqual([]);
  });

  test("is not told of the platform's own accounts", async () => {
    const { body } = await create(bodyOf(usd, { fields: { accountNumber: '4711' } }));

    expect(body).not.toHaveProperty('defaultUmaDepositAccount');
    expect(body).not.toHaveProperty('customerId');
  });
});

describe('an account', () => {
  test('that is deleted is gone, and cannot be deleted again', async () => {
    const own = await world.newPlatform();
    const { body } = await own.rest('POST', path, { body: bodyOf(usd) });
    const url = `${path}/${String(body.id)}`;

    const deleted = await own.rest('DELETE', url);

    expect(deleted).toEqual({ status: 204, body: {} });
    expect(await own.rest('DELETE', url)).toEqual(unknown(String(body.id)));
    expect(await own.rest('GET', url)).toEqual(unknown(String(body.id)));
    expect((await own.rest('GET', path)).body).toEqual({ data: [], hasMore: false, totalCount: 0 });
  });

  test('is deleted once, however many try at once', async () => {
    const own = await world.newPlatform();
    const { body } = await own.rest('POST', path, { body: bodyOf(usd) });
    await own.rest('POST', path, { body: bodyOf(usd, { fields: { accountNumber: '4712' } }) });

    const answers = await Promise.all(Array.from({ length: 10 }, () => own.rest('DELETE', `${path}/${String(body.id)}`)));

    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 404)]);
    expect((await own.rest('GET', path)).body.totalCount).toBe(1);
  });

  test.each(['GET', 'DELETE'] as const)('of another platform is unknown to %s', async (method) => {
    const { body } = await (await world.newPlatform()).rest('POST', path, { body: bodyOf(usd) });

    expect(await platform.rest(method, `${path}/${String(body.id)}`)).toEqual(unknown(String(body.id)));
  });

  test.each([`ExternalAccount:${randomUUID()}`, 'ExternalAccount:7', `Customer:${randomUUID()}`, 'x'])(
    'named %s is unknown',
    async (id) => {
      for (const method of ['GET', 'DELETE'] as const) {
        expect(refusal(await platform.rest(method, `${path}/${id}`))).toEqual({ status: 404, code: 'REFERENCE_NOT_FOUND' });
      }
    },
  );

  test('cannot be changed', async () => {
    const { body } = await (await world.newPlatform()).rest('POST', path, { body: bodyOf(usd) });

    const answer = await platform.rest('PATCH', `${path}/${String(body.id)}`, { body: {} });

    expect(refusal(answer)).toEqual({ status: 405, code: 'METHOD_NOT_ALLOWED' });
  });
});

describe('other services', () => {
  test('learn of accounts by id, of deleted ones only when they ask', async () => {
    const own = await world.newPlatform();
    const kept = await own.rest('POST', path, { body: bodyOf(specimenOf('BASE_WALLET')) });
    const gone = await own.rest('POST', path, { body: bodyOf(usd) });
    await own.rest('DELETE', `${path}/${String(gone.body.id)}`);
    const foreign = await (await world.newPlatform()).rest('POST', path, { body: bodyOf(usd) });
    const ids = [kept, gone, foreign].map(({ body }) => String(body.id));

    const present = await own.directory.getAccounts({ ids });
    const all = await own.directory.getAccounts({ ids, includingDeleted: true });

    const summary = ({ accounts }: typeof present) =>
      accounts.map(({ kind }) => {
        if (kind.case !== 'external') throw new Error('An external account was expected.');
        const { account, primaryIdentifier, isBankAccount, isDeleted } = kind.value;
        return { id: account?.id, primaryIdentifier, isBankAccount, isDeleted };
      });
    const wallet = {
      id: ids[0],
      primaryIdentifier: specimenOf('BASE_WALLET').fields.address,
      isBankAccount: false,
      isDeleted: false,
    };
    const bank = { id: ids[1], primaryIdentifier: '000123456789', isBankAccount: true, isDeleted: true };
    expect(summary(present)).toEqual([wallet]);
    expect(summary(all)).toHaveLength(2);
    expect(summary(all)).toEqual(expect.arrayContaining([wallet, bank]));
  });

  test('close the accounts of a customer, which gets no others', async () => {
    const own = await world.newPlatform();
    const customerId = await own.newCustomer();
    const number = (accountNumber: string, top: Json) => bodyOf(usd, { top, fields: { accountNumber } });
    for (const each of ['1', '2', '3']) await own.rest('POST', path, { body: number(each, { customerId }) });
    await own.rest('POST', path, { body: number('4', {}) });

    await own.directory.closeCustomerAccounts({ customerId });
    await own.directory.closeCustomerAccounts({ customerId });

    const late = await own.rest('POST', path, { body: number('5', { customerId }) });
    expect(refusal(late)).toEqual({ status: 400, code: 'INVALID_INPUT' });
    expect((await own.rest('GET', `${path}?customerId=${customerId}`)).body.totalCount).toBe(0);
    expect((await own.rest('GET', path)).body.totalCount).toBe(1);
  });
});

function create(body: Json) {
  return platform.rest('POST', path, { body });
}

async function deletedCustomer(): Promise<string> {
  const customerId = await platform.newCustomer();
  await platform.deleteCustomer(customerId);
  return customerId;
}

function numbered(accountNumber: string, top: Json): Json {
  return bodyOf(usd, { top, fields: { accountNumber } });
}

async function defaultsOf(customerId: string): Promise<unknown[]> {
  const { body } = await platform.rest('GET', `${path}?customerId=${customerId}&limit=100`);
  return Array.from(Object(body).data as Json[])
    .filter((account) => account.defaultUmaDepositAccount)
    .map(({ id }) => id);
}

/** The specimen of a business, its primary identifier ending in a suffix. */
function endingIn(specimen: Specimen, suffix: string): Json {
  const held = heldByBusiness(specimen);
  const value = String(held.fields[held.primary]);
  const [user = '', domain] = value.split('@');
  const moved = `${user.slice(0, -3)}${suffix}${domain === undefined ? '' : `@${domain}`}`;
  return bodyOf(held, { beneficiary: business, fields: { [held.primary]: moved } });
}

function refusal({ status, body }: { status: number; body: Json }) {
  return status === 201 ? { status } : { status, code: body.code };
}

function fieldsOf({ body }: { body: Json }): unknown[] {
  return Array.from(Object(body.details).errors as Json[]).map(({ field }) => field);
}

function unknown(id: string) {
  return {
    status: 404,
    body: {
      status: 404,
      code: 'REFERENCE_NOT_FOUND',
      message: `There is no external account ${id}.`,
      details: { resource: 'ExternalAccount' },
    },
  };
}
