// Existing external accounts: deletion, isolation, and reads by other services.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refusal, unknown } from './answers.ts';
import { bodyOf, specimenOf } from './external-account-specimens.ts';
import { type Json, sharedAccountsWorld } from './external-accounts-world.ts';

const world = await sharedAccountsWorld();
const platform = await world.newPlatform();

const path = '/customers/external-accounts';
const usd = specimenOf('USD_ACCOUNT');

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

  test('is deleted once by concurrent calls', async () => {
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
  test('read accounts by id, deleted ones only on request', async () => {
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

  test('close the accounts of a customer, who can get no others', async () => {
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
