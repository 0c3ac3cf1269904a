// How the hosted page shows existing owners, and how they are corrected.
import { describe, expect, test } from 'vitest';
import { VerificationErrorType, VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { owner, startCustomers } from '../../services/customers/customers-world.ts';
import { reviewsIn } from '../../services/customers/reviewed-applicants.ts';
import { newLink } from './hosted-page.ts';
import { visitorsIn } from './page-visitors.ts';

const world = await startCustomers({ mode: 'production' });
const platform = await world.newPlatform({ regulated: false });
const reviews = reviewsIn(world, platform);
const { open, send } = visitorsIn(world);
const { INVALID_FIELD } = VerificationErrorType;

/** A business with one owner with this data. */
async function newBusinessOf(personal: object) {
  const customerId = await reviews.newBusiness();
  const { body } = await platform.rest('POST', '/beneficial-owners', { body: owner(customerId, personal) });
  world.wall.advance(1000);
  return { customerId, ownerId: String(body.id), prefix: `owners.${body.id}.personalInfo.` };
}

/** A reviewer objects to these fields of the business's owner. */
async function objectedTo(fields: readonly string[]) {
  const { customerId, ownerId, prefix } = await newBusinessOf({});
  const { body: verification } = await reviews.submit(customerId);
  expect(verification.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
  const errors = fields.map((field) => ({ resourceId: ownerId, type: INVALID_FIELD, field, reason: `The ${field} is another` }));
  await reviews.decide(verification.id, VerificationStatus.RESOLVE_ERRORS, errors);
  world.wall.advance(1000);
  return { customerId, prefix, link: await newLink(platform, customerId) };
}

const ownersOf = async (customerId: string) =>
  (await platform.rest('GET', `/beneficial-owners?customerId=${customerId}`)).body.data;
const problemsIn = (body: string) => [...body.matchAll(/<li>(.*The personalInfo.*)<\/li>/g)].map(([, text]) => text);

describe('an objection to an owner', () => {
  test('is shown under the name of the owner, and resolved there: no owner is created twice', async () => {
    const { customerId, prefix, link } = await objectedTo(['personalInfo.birthDate']);
    const { body } = await open(link);
    expect(problemsIn(body)).toEqual([`<a href="#${prefix}birthDate">Grace Hopper: The personalInfo.birthDate is another</a>`]);
    expect(body).toContain('<legend>Grace Hopper: please correct</legend>');
    const [before] = await ownersOf(customerId);

    const { statusCode } = await send(link, { [`${prefix}birthDate`]: '1981-01-02', intent: 'save' });

    expect(statusCode).toBe(303);
    const personalInfo = { ...before.personalInfo, birthDate: '1981-01-02' };
    expect(await ownersOf(customerId)).toEqual([{ ...before, personalInfo, updatedAt: expect.any(String) }]);
    expect(problemsIn((await open(link)).body)).toEqual([]);
  });

  test('stays as long as nothing changed, and repeated errors are shown there', async () => {
    const { customerId, prefix, link } = await objectedTo(['personalInfo.address.city', 'roles']);
    const before = await ownersOf(customerId);
    const shown = { line1: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' };
    const form = Object.fromEntries(Object.entries(shown).map(([name, value]) => [`${prefix}address.${name}`, value]));
    const roles = { [prefix.replace('personalInfo.', 'roles')]: 'UBO,CONTROL_PERSON' };

    const same = await send(link, { ...form, ...roles, intent: 'save' });
    const wrong = await send(link, { ...form, [`${prefix}address.city`]: 'x'.repeat(81), intent: 'save' });

    expect(same.statusCode).toBe(303);
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain(`id="${prefix}address.city-problem"`);
    expect(await ownersOf(customerId)).toEqual(before);
    await send(link, { ...form, [`${prefix}address.city`]: 'Shelbyville', intent: 'save' });
    const [{ personalInfo }] = await ownersOf(customerId);
    expect(personalInfo.address).toEqual({ ...shown, city: 'Shelbyville' });
  });

  test('for which the page has no field is shown all the same', async () => {
    const { link } = await objectedTo(['personalInfo.middleName']);

    expect(problemsIn((await open(link)).body)).toEqual(['Grace Hopper: The personalInfo.middleName is another']);
  });
});

test('an owner with a passport is asked for the issuing country', async () => {
  const passport = { nationality: 'GB', idType: 'NON_US_TAX_ID', identifier: 'P1123581' };
  const { customerId, prefix } = await newBusinessOf(passport);
  const link = await newLink(platform, customerId);

  const refused = await send(link);
  const saved = await send(link, { [`${prefix}idType`]: 'NON_US_TAX_ID', [`${prefix}countryOfIssuance`]: 'GB', intent: 'save' });

  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain(
    `<a href="#${prefix}countryOfIssuance">Grace Hopper: Country that issued the number is missing</a>`,
  );
  expect(refused.body).not.toContain('P1123581');
  expect(saved.statusCode).toBe(303);
  expect(await ownersOf(customerId)).toMatchObject([{ personalInfo: { ...passport, countryOfIssuance: 'GB' } }]);
});
