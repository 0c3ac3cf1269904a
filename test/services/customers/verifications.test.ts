// Verifications over REST: which documents count, who can submit, concurrency, lists.
import { describe, expect, test } from 'vitest';
import { applicantsIn, complete } from './applicants.ts';
import { fieldsOf, sharedCustomers } from './customers-world.ts';
import { upload } from './documents.ts';

const world = await sharedCustomers();

const { newIndividual, newBusiness, submit } = applicantsIn(world);

describe('the documents of a business', () => {
  const categories = [
    {
      type: 'MISSING_LEGAL_PRESENCE_DOCUMENT',
      accepted: [
        'CERTIFICATE_OF_INCORPORATION',
        'ARTICLES_OF_INCORPORATION',
        'ARTICLES_OF_ASSOCIATION',
        'STATE_REGISTRY_EXCERPT',
      ],
    },
    {
      type: 'MISSING_CONTROL_STRUCTURE_DOCUMENT',
      accepted: ['DIRECTOR_REGISTRY', 'TRUST_AGREEMENT', 'STATE_COMPANY_REGISTRY', 'PARTNERSHIP_CONTROL_AGREEMENT'],
    },
    {
      type: 'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
      accepted: ['SHAREHOLDER_REGISTER', 'TRUST_AGREEMENT', 'PARTNERSHIP_AGREEMENT'],
    },
    {
      type: 'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
      accepted: ['UTILITY_BILL', 'RENT_OR_LEASE_AGREEMENT', 'ELECTRICITY_BILL', 'BANK_STATEMENT', 'TAX_RETURN'],
    },
  ];
  const typesLeft = async (customerId: string) =>
    (await submit(customerId)).body.errors
      .map(({ type }: { type: string }) => type)
      .filter((type: string) => type.endsWith('_DOCUMENT'));

  test('each category is reported with the accepted types', async () => {
    const { body } = await submit(await newBusiness('HRB 003'));

    const documentErrors = body.errors.filter(({ type }: { type: string }) => type.endsWith('_DOCUMENT'));
    expect(
      documentErrors.map(({ type, acceptedDocumentTypes }: { type: string; acceptedDocumentTypes: string[] }) => ({
        type,
        accepted: acceptedDocumentTypes,
      })),
    ).toEqual(categories);
  });

  const singles = categories.flatMap(({ type, accepted }) => accepted.map((documentType) => [documentType, type]));
  test.each([...singles, ['PROOF_OF_ADDRESS', 'MISSING_PROOF_OF_ADDRESS_DOCUMENT']])(
    '%s is no %s',
    async (documentType, type) => {
      const customerId = await newBusiness('HRB 003');
      await upload(world.rest, customerId, { fields: { documentType } });

      expect(await typesLeft(customerId)).not.toContain(type);
    },
  );

  test('a trust agreement serves two categories, and other documents none', async () => {
    const trust = await newBusiness('HRB 003');
    await upload(world.rest, trust, { fields: { documentType: 'TRUST_AGREEMENT' } });
    const other = await newBusiness('HRB 003');
    await upload(world.rest, other, { fields: { documentType: 'OTHER' } });

    expect(await typesLeft(trust)).toEqual(['MISSING_LEGAL_PRESENCE_DOCUMENT', 'MISSING_PROOF_OF_ADDRESS_DOCUMENT']);
    expect(await typesLeft(other)).toHaveLength(4);
  });
});

describe('a submission is refused', () => {
  test.each([
    [{ customerId: 'Customer:01900000-0000-7000-8000-00000000dead' }, 404, 'USER_NOT_FOUND'],
    [{ customerId: 'nobody' }, 400, 'INVALID_INPUT'],
    [{}, 400, 'INVALID_INPUT'],
  ])('%j', async (body, status, code) => {
    expect(await world.rest('POST', '/verifications', { body })).toMatchObject({ status, body: { code } });
  });

  test("for a deleted customer and another platform's", async () => {
    const customerId = await newIndividual('001');
    const other = await world.newPlatform();
    const foreign = await other.rest('POST', '/verifications', { body: { customerId } });
    await world.rest('DELETE', `/customers/${customerId}`);

    expect(foreign).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    expect(await submit(customerId)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
  });

  test('until the contact channels are verified', async () => {
    const contacts = { region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' };
    const customerId = await newIndividual('001', contacts);

    const { status, body } = await submit(customerId);

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(fieldsOf(body)).toEqual(['contactVerification.email', 'contactVerification.phone']);
  });
});

test('of two hundred concurrent submissions one opens a verification, and all show it', async () => {
  const customerId = await newIndividual('001', complete);
  await upload(world.rest, customerId);

  const answers = await Promise.all(Array.from({ length: 200 }, () => submit(customerId)));

  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await world.rest('GET', `/verifications?customerId=${customerId}`)).body.totalCount).toBe(1);
});

describe('verifications in lists', () => {
  test('come newest first, filtered by customer and status', async () => {
    const one = await newIndividual('003');
    const two = await newIndividual('001', complete);
    await upload(world.rest, two);
    const ids: string[] = [];
    for (const customerId of [one, two, one]) {
      world.wall.advance(1);
      ids.unshift((await submit(customerId)).body.id);
    }

    const idsIn = async (query: string) =>
      (await world.rest('GET', `/verifications?${query}`)).body.data.map(({ id }: { id: string }) => id);

    expect((await idsIn('limit=3')).slice(0, 3)).toEqual(ids);
    expect(await idsIn(`customerId=${one}`)).toEqual([ids[0], ids[2]]);
    expect(await idsIn(`customerId=${two}&verificationStatus=PENDING_MANUAL_REVIEW`)).toEqual([ids[1]]);
    expect(await idsIn(`customerId=${two}&verificationStatus=RESOLVE_ERRORS`)).toEqual([]);
    expect(await idsIn('customerId=Customer:01900000-0000-7000-8000-00000000dead')).toEqual([]);
    for (const bad of [
      'verificationStatus=DONE',
      'customerId=nobody',
      'customerId=Verification:01900000-0000-7000-8000-00000000dead',
    ])
      expect(await world.rest('GET', `/verifications?${bad}`)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  test('and individually', async () => {
    const { body } = await submit(await newIndividual('001'));

    expect(await world.rest('GET', `/verifications/${body.id}`)).toMatchObject({ status: 200, body });
    for (const id of ['Verification:01900000-0000-7000-8000-00000000dead', 'nothing']) {
      expect(await world.rest('GET', `/verifications/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'REFERENCE_NOT_FOUND', details: { resource: 'Verification' } },
      });
    }
  });
});
