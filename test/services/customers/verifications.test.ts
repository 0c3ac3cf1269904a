// Verification in the sandbox, over REST: what decides, what is missing, and who is told.
import { describe, expect, test } from 'vitest';
import { address, business, fieldsOf, owner, startCustomers } from './customers-world.ts';
import { businessPapers, upload } from './documents.ts';

const world = await startCustomers();

const complete = {
  birthDate: '1990-12-10',
  nationality: 'GB',
  address,
  idType: 'SSN',
  identifier: '123-45-6789',
} as const;

async function newIndividual(suffix: string, told: object = {}): Promise<string> {
  const body = { customerType: 'INDIVIDUAL', fullName: `Ada Lovelace ${suffix}`, ...told };
  return (await world.rest('POST', '/customers', { body })).body.id;
}

async function newBusiness(registrationNumber: string | undefined, told: object = {}): Promise<string> {
  const businessInfo = { ...business.businessInfo, ...(registrationNumber !== undefined && { registrationNumber }) };
  return (await world.rest('POST', '/customers', { body: { ...business, businessInfo, ...told } })).body.id;
}

const submit = (customerId: string) => world.rest('POST', '/verifications', { body: { customerId } });
const show = async (customerId: string) => (await world.rest('GET', `/customers/${customerId}`)).body;
const typesOf = async (customerId: string) => (await world.events(customerId)).map(({ type }) => type);

/** What the errors of a verification say, without the sentences. */
function gapsIn(errors: { type: string; field?: string; resourceId: string }[], customerId: string): string[] {
  return errors.map(({ type, field, resourceId }) => {
    expect(resourceId).toBe(customerId);
    return field ?? type;
  });
}

test('the loop of fixing and submitting again runs word for word', async () => {
  const told = { birthDate: '1990-12-10', nationality: 'GB' };
  const created = await world.rest('POST', '/customers', {
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001', ...told },
  });
  const customerId = created.body.id;
  expect([created.status, created.body.kycStatus]).toEqual([201, 'PENDING']);

  const first = await submit(customerId);

  const now = world.wall.now().toISOString();
  const gap = (field: string, name: string) => ({
    resourceId: customerId,
    type: 'MISSING_FIELD',
    field,
    reason: `${name} is missing`,
  });
  expect(first.status).toBe(200);
  expect(first.body).toEqual({
    id: expect.stringMatching(/^Verification:[0-9a-f-]{36}$/),
    customerId,
    verificationStatus: 'RESOLVE_ERRORS',
    errors: [
      gap('idType', 'Type of identification'),
      gap('identifier', 'Identification number'),
      gap('address', 'Address'),
      {
        resourceId: customerId,
        type: 'MISSING_IDENTITY_DOCUMENT',
        acceptedDocumentTypes: ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID'],
        reason: 'An identity document is needed',
      },
    ],
    createdAt: now,
    updatedAt: now,
  });

  const fix = { customerType: 'INDIVIDUAL', idType: 'SSN', identifier: '123-45-6789', address };
  expect((await world.rest('PATCH', `/customers/${customerId}`, { body: fix })).status).toBe(200);
  expect((await upload(world.rest, customerId)).status).toBe(201);
  const second = await submit(customerId);

  expect(second.body).toMatchObject({ verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [] });
  expect(second.body.id).not.toBe(first.body.id);
  expect((await show(customerId)).kycStatus).toBe('PENDING');
  expect(await typesOf(customerId)).toEqual([
    'CUSTOMER.KYC_PENDING',
    'VERIFICATION.RESOLVE_ERRORS',
    'VERIFICATION.PENDING_MANUAL_REVIEW',
  ]);
  expect((await submit(customerId)).body).toEqual(second.body); // it waits, and is not made twice
});

describe('an individual, by the end of the name at creation', () => {
  test.each([
    ['001', 'PENDING', ['CUSTOMER.KYC_PENDING'], 'RESOLVE_ERRORS', 'PENDING_MANUAL_REVIEW'],
    ['003', 'UNVERIFIED', [], 'RESOLVE_ERRORS', 'RESOLVE_ERRORS'],
  ])('%s', async (suffix, kycStatus, types, incomplete, whole) => {
    const customerId = await newIndividual(suffix);
    expect((await show(customerId)).kycStatus).toBe(kycStatus);
    expect(await typesOf(customerId)).toEqual(types);
    const { body: missing } = await submit(customerId);
    expect(missing.verificationStatus).toBe(incomplete);
    expect(gapsIn(missing.errors, customerId)).toEqual([
      'birthDate',
      'nationality',
      'idType',
      'identifier',
      'address',
      'MISSING_IDENTITY_DOCUMENT',
    ]);

    await world.rest('PATCH', `/customers/${customerId}`, { body: { customerType: 'INDIVIDUAL', ...complete } });
    await upload(world.rest, customerId);
    world.wall.advance(1);
    const { body: document } = await upload(world.rest, customerId);
    const { body: last } = await submit(customerId);

    expect(last.verificationStatus).toBe(whole);
    expect(last.errors).toEqual(
      suffix === '001'
        ? []
        : [{ resourceId: document.id, type: 'POOR_QUALITY_DOCUMENT', reason: 'The identity document cannot be read' }],
    );
    expect((await submit(customerId)).body.verificationStatus).toBe(whole);
    expect((await show(customerId)).kycStatus).toBe(kycStatus);
  });

  test.each([
    ['002', 'REJECTED', ['CUSTOMER.KYC_REJECTED']],
    ['004', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
  ])('%s is decided, and cannot be submitted', async (suffix, kycStatus, types) => {
    for (const told of [{}, complete]) {
      const customerId = await newIndividual(suffix, told);

      const { status, body } = await submit(customerId);

      expect([status, body.code, fieldsOf(body)]).toEqual([400, 'INVALID_INPUT', ['customerId']]);
      expect((await show(customerId)).kycStatus).toBe(kycStatus);
      expect(await typesOf(customerId)).toEqual(types);
    }
  });

  test('a name that is changed later decides nothing', async () => {
    const customerId = await newIndividual('003', complete);
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001' };
    await world.rest('PATCH', `/customers/${customerId}`, { body });
    await upload(world.rest, customerId);

    expect((await submit(customerId)).body.errors).toMatchObject([{ type: 'POOR_QUALITY_DOCUMENT' }]);
  });
});

describe('a business, by the end of its registration number when it is verified', () => {
  test.each([
    ['HRB 100 ', 'APPROVED', 'KYB_APPROVED'],
    [undefined, 'APPROVED', 'KYB_APPROVED'],
    ['HRB-002', 'REJECTED', 'KYB_REJECTED'],
    ['HRB-002 ', 'REJECTED', 'KYB_REJECTED'],
  ])('%s is decided at once, without a look at its data', async (registrationNumber, decision, event) => {
    const customerId = await newBusiness(registrationNumber);
    expect((await show(customerId)).kybStatus).toBe('UNVERIFIED');

    const { status, body } = await submit(customerId);

    expect(status).toBe(200);
    expect(body).toMatchObject({ customerId, verificationStatus: decision, errors: [] });
    expect((await show(customerId)).kybStatus).toBe(decision);
    expect(await typesOf(customerId)).toEqual([`VERIFICATION.${decision}`, `CUSTOMER.${event}`]);
    expect(await submit(customerId)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(world.accountCalls(customerId).map(({ name }) => name)).toEqual(
      decision === 'APPROVED' ? ['OpenCustomerAccounts'] : [],
    );
  });

  test.each(['001', '003'])('%s must bring everything, and then waits for a person', async (suffix) => {
    const customerId = await newBusiness(`HRB ${suffix}`);
    const { body: missing } = await submit(customerId);
    expect(missing.verificationStatus).toBe('RESOLVE_ERRORS');
    expect(gapsIn(missing.errors, customerId)).toEqual([
      'customer.businessInfo.countriesOfOperation',
      'customer.address.line1',
      'MISSING_LEGAL_PRESENCE_DOCUMENT',
      'MISSING_CONTROL_STRUCTURE_DOCUMENT',
      'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
      'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
      'MISSING_BENEFICIAL_OWNER',
    ]);

    const body = { customerType: 'BUSINESS', businessInfo: { countriesOfOperation: ['US'] }, address };
    await world.rest('PATCH', `/customers/${customerId}`, { body });
    for (const documentType of businessPapers) await upload(world.rest, customerId, { fields: { documentType } });
    const { body: person } = await world.rest('POST', '/beneficial-owners', { body: owner(customerId) });
    const { body: last } = await submit(customerId);

    expect(last).toMatchObject({ verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [] });
    expect((await submit(customerId)).body).toEqual(last);
    expect(await show(customerId)).toMatchObject({ kybStatus: 'UNVERIFIED', beneficialOwners: [person] });
    expect(await typesOf(customerId)).toEqual(['VERIFICATION.RESOLVE_ERRORS', 'VERIFICATION.PENDING_MANUAL_REVIEW']);
  });

  test('a number that is changed before counts', async () => {
    const customerId = await newBusiness('HRB 001');
    const body = { customerType: 'BUSINESS', businessInfo: { registrationNumber: 'HRB 002' } };
    await world.rest('PATCH', `/customers/${customerId}`, { body });

    expect((await submit(customerId)).body.verificationStatus).toBe('REJECTED');
  });

  test('a city is part of its address', async () => {
    const { city: _, ...withoutCity } = address;
    const customerId = await newBusiness('HRB 003', { address: withoutCity });

    const { body } = await submit(customerId);

    expect(body.errors[1]).toMatchObject({ type: 'MISSING_FIELD', field: 'customer.address.city' });
  });
});

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

  test('each category is told with what it accepts', async () => {
    const { body } = await submit(await newBusiness('HRB 003'));

    const told = body.errors.filter(({ type }: { type: string }) => type.endsWith('_DOCUMENT'));
    expect(
      told.map(({ type, acceptedDocumentTypes }: { type: string; acceptedDocumentTypes: string[] }) => ({
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

  test('a trust agreement serves two categories, and other papers none', async () => {
    const trust = await newBusiness('HRB 003');
    await upload(world.rest, trust, { fields: { documentType: 'TRUST_AGREEMENT' } });
    const other = await newBusiness('HRB 003');
    await upload(world.rest, other, { fields: { documentType: 'OTHER' } });

    expect(await typesLeft(trust)).toEqual(['MISSING_LEGAL_PRESENCE_DOCUMENT', 'MISSING_PROOF_OF_ADDRESS_DOCUMENT']);
    expect(await typesLeft(other)).toHaveLength(4);
  });
});

describe('owners are decided about with their business, by the end of their last name', () => {
  test.each([
    ['Hopper 001', 'PENDING'],
    ['Hopper 002', 'REJECTED'],
    ['Hopper', 'APPROVED'],
  ])('%s is %s, whatever the business becomes', async (lastName, kycStatus) => {
    for (const registrationNumber of ['HRB 100', 'HRB 002']) {
      const customerId = await newBusiness(registrationNumber);
      const { body: early } = await world.rest('POST', '/beneficial-owners', { body: owner(customerId, { lastName }) });
      expect(early.kycStatus).toBe('UNVERIFIED');
      await submit(customerId);

      const { body: late } = await world.rest('POST', '/beneficial-owners', { body: owner(customerId, { lastName }) });

      expect(late.kycStatus).toBe(kycStatus);
      expect((await world.rest('GET', `/beneficial-owners/${early.id}`)).body.kycStatus).toBe(kycStatus);
      expect((await typesOf(customerId)).length).toBe(2); // owners have no events of their own
    }
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

  test('for a deleted customer and for one of another platform', async () => {
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

test('of two hundred submissions at once one opens a verification, and all show it', async () => {
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
    expect(await idsIn('customerId=nobody')).toEqual([]);
    expect(await world.rest('GET', '/verifications?verificationStatus=DONE')).toMatchObject({ status: 400 });
  });

  test('and one by one', async () => {
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
