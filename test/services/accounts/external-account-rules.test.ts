// Every rule of every external account type, from the protos: each violation is reported once, under its own field.
import { describe, expect, test } from 'vitest';
import { bodyOf, business, heldByBusiness, individualFor, specimens } from './external-account-specimens.ts';
import { type Json, sharedAccountsWorld } from './external-accounts-world.ts';
import { leavesOf, requiredMessagesIn, trialsOf, type Wrong } from './rules-of-account.ts';

const world = await sharedAccountsWorld();
const platform = await world.newPlatform();

const path = '/customers/external-accounts';
const beneficiaryKinds = ['INDIVIDUAL', 'BUSINESS'] as const;

describe.each(specimens.flatMap((specimen) => beneficiaryKinds.map((kind) => ({ type: specimen.accountType, kind, specimen }))))(
  '$type of $kind',
  ({ type, kind, specimen }) => {
    const held = kind === 'BUSINESS' ? heldByBusiness(specimen) : specimen;
    const beneficiary = kind === 'BUSINESS' ? business : individualFor(specimen);
    const body = bodyOf(held, { beneficiary, fields: held.optional ?? {} });

    test.each(trialsOf(leavesOf(type, kind)))('reports each field that is $how', async ({ wrong }) => {
      const errors = await errorsOf(brokenIn(body, wrong));

      expect(errors).toEqual(wrong.map(({ entry }) => entry));
    });

    test.each(requiredMessagesIn(type, kind))('reports that $path is missing', async ({ keys, path }) => {
      const errors = await errorsOf(changed(body, keys, undefined));

      expect(errors).toEqual([{ field: path, message: 'is required' }]);
    });
  },
);

test.each(
  leavesOf('LIGHTNING', 'INDIVIDUAL').flatMap((leaf) => trialsOf([leaf]).map((trial) => ({ ...trial, path: leaf.path }))),
)('LIGHTNING reports $path if it is $how', async ({ wrong }) => {
  const errors = await errorsOf(brokenIn({ currency: 'BTC', accountInfo: { accountType: 'LIGHTNING' } }, wrong));

  expect(errors.filter(({ field }) => field !== 'accountInfo')).toEqual(wrong.map(({ entry }) => entry));
});

/** All fields with such a violation are invalid together. */
function brokenIn(body: Json, wrong: readonly Wrong[]): Json {
  return wrong.reduce((whole, { keys, value }) => changed(whole, keys, value), body);
}

/** By field. */
async function errorsOf(body: Json): Promise<Json[]> {
  const { status, body: answer } = await platform.rest('POST', path, { body });
  expect([status, answer.code]).toEqual([400, 'INVALID_INPUT']);
  const errors: Json[] = Object(answer.details).errors;
  return errors
    .filter(({ field }) => field !== followsFromBank)
    .toSorted((one, other) => (String(one.field) < String(other.field) ? -1 : 1));
}

/** Who can hold an account in China depends on the name of its bank, which adds a second error. */
const followsFromBank = 'accountInfo.beneficiary.beneficiaryType';

/** A copy with another value at a path; `undefined` removes the key. */
function changed(body: Json, keys: readonly string[], value: unknown): Json {
  const [key = '', ...below] = keys;
  const inner = below.length === 0 ? value : changed(Object(body[key]), below, value);
  return { ...body, [key]: inner };
}
