// Bulk import of customers from a CSV file.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Rest } from '../../kit/rest.ts';
import { csv, firm, header, imported, person } from './csv-files.ts';
import { individual, sharedCustomers } from './customers-world.ts';

const world = await sharedCustomers();

async function customerNamed(name: string, rest: Rest = world.rest) {
  const { body } = await rest('GET', `/customers?platformCustomerId=${name}`);
  return body.data[0];
}

test('a file creates the customers of its rows, exactly as requests would', async () => {
  const ada = person('ada', { email: 'ada@example.com', addressLine2: 'Flat 2', fullName: '  Ada  "Countess"  Lovelace ' });
  const acme = firm('acme', { businessRegistrationNumber: 'R-1', businessTaxId: '12-3456789', email: 'ignored' });

  const job = await imported(world, csv([ada, acme]));

  expect(job).toEqual({
    id: expect.stringMatching(/^Job:[0-9a-f-]{36}$/),
    status: 'COMPLETED',
    progress: { total: 2, processed: 2, successful: 2, failed: 0 },
    errors: [],
    completedAt: world.wall.now().toISOString(),
  });
  const address = { line1: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' };
  const times = { createdAt: expect.any(String), updatedAt: expect.any(String), isDeleted: false };
  expect(await customerNamed('ada')).toEqual({
    id: expect.stringMatching(/^Customer:/),
    platformCustomerId: 'ada',
    customerType: 'INDIVIDUAL',
    kycStatus: 'APPROVED',
    fullName: 'Ada "Countess" Lovelace',
    birthDate: '1990-12-10',
    address: { ...address, line2: 'Flat 2' },
    email: 'ada@example.com',
    umaAddress: '$ada@localhost',
    currencies: expect.arrayContaining(['USD']),
    ...times,
  });
  expect(await customerNamed('acme')).toEqual({
    id: expect.stringMatching(/^Customer:/),
    platformCustomerId: 'acme',
    customerType: 'BUSINESS',
    kybStatus: 'UNVERIFIED',
    address,
    businessInfo: { legalName: 'Acme Inc', country: 'US', registrationNumber: 'R-1', taxId: '12-3456789' },
    beneficialOwners: [],
    umaAddress: '$acme@localhost',
    currencies: expect.arrayContaining(['USD']),
    ...times,
  });
});

test('rows are decided like requests: by the end of the name, with events and accounts', async () => {
  const rows = [
    person('p1', { fullName: 'Eve 001' }),
    person('p2', { fullName: 'Eve 002' }),
    person('p3', { fullName: 'Eve 003' }),
  ];

  await imported(world, csv([...rows, person('p4')]));

  const seen = await Promise.all(
    ['p1', 'p2', 'p3', 'p4'].map(async (name) => {
      const { id, kycStatus } = await customerNamed(name);
      return [kycStatus, (await world.events(id)).map(({ type }) => type), world.accountCalls(id).map((call) => call.name)];
    }),
  );
  expect(seen).toEqual([
    ['PENDING', ['CUSTOMER.KYC_PENDING'], []],
    ['REJECTED', ['CUSTOMER.KYC_REJECTED'], []],
    ['UNVERIFIED', [], []],
    ['APPROVED', ['CUSTOMER.KYC_APPROVED'], ['OpenCustomerAccounts']],
  ]);
});

test('lists show the customers in the order of the file', async () => {
  const tenant = await world.newPlatform();
  const names = Array.from({ length: 30 }, (_, index) => `n${index}`);

  const rows = names.map((name) => person(name, { umaAddress: `${name}-${tenant.id.slice(0, 8)}@localhost` }));
  await imported({ ...world, rest: tenant.rest }, csv(rows));

  const { body } = await tenant.rest('GET', '/customers?limit=100');
  expect(body.data.map((one: { platformCustomerId: string }) => one.platformCustomerId)).toEqual(names.toReversed());
});

describe('bad rows', () => {
  test('are reported in order, and do not block others', async () => {
    await world.rest('POST', '/customers', { body: { ...individual, platformCustomerId: 'old', umaAddress: '$old@localhost' } });
    const other = await world.newPlatform();
    await other.rest('POST', '/customers', { body: { ...individual, umaAddress: '$foreign@localhost' } });
    const rows = [
      person('good1'),
      person('old'),
      person('fresh', { umaAddress: '$OLD@localhost' }),
      person('far', { umaAddress: '$far@elsewhere.test' }),
      person('theirs', { umaAddress: '$foreign@localhost' }),
      person('broken', { birthDate: '1990-02-30', email: 'nobody', postalCode: '' }),
      person('', { umaAddress: '' }),
      firm('company', { businessLegalName: '', country: 'XX', businessTaxId: '1#2' }),
      person('kind', { customerType: 'Individual' }),
      person('good1', { umaAddress: '$good1-again@localhost' }),
      person('good2', { umaAddress: 'good2@localhost' }),
      person('zero', { fullName: 'A\0da' }),
    ];

    const job = await imported(world, csv(rows));

    expect(job.progress).toEqual({ total: 12, processed: 12, successful: 2, failed: 10 });
    expect(job.status).toBe('COMPLETED');
    const errors = job.errors.map(({ correlationId, code, details }: RowError) => [correlationId, code, fieldsIn(details)]);
    expect(errors).toEqual([
      ['old', 'CONFLICT', undefined],
      ['fresh', 'UMA_ADDRESS_EXISTS', undefined],
      ['far', 'INVALID_UMA_ADDRESS', undefined],
      ['theirs', 'UMA_ADDRESS_EXISTS', undefined],
      ['broken', 'INVALID_INPUT', ['birthDate', 'email', 'postalCode']],
      ['row_7', 'INVALID_INPUT', ['platformCustomerId', 'umaAddress']],
      ['company', 'INVALID_INPUT', ['businessLegalName', 'businessTaxId', 'country']],
      ['kind', 'INVALID_INPUT', ['customerType']],
      ['good1', 'CONFLICT', undefined],
      ['zero', 'INVALID_INPUT', ['fullName']],
    ]);
    expect((await customerNamed('good2')).umaAddress).toBe('$good2@localhost');
  });

  interface RowError {
    readonly correlationId: string;
    readonly code: string;
    readonly details?: { readonly errors?: { readonly field: string }[] };
  }
  const fieldsIn = (details: RowError['details']) => details?.errors?.map(({ field }) => field).sort();

  test.each([
    [
      person,
      [
        'addressLine1',
        'birthDate',
        'city',
        'country',
        'customerType',
        'fullName',
        'platformCustomerId',
        'postalCode',
        'state',
        'umaAddress',
      ],
    ],
    [firm, ['addressLine1', 'businessLegalName', 'city', 'country', 'platformCustomerId', 'postalCode', 'state', 'umaAddress']],
  ])('miss what every %o must have', async (rowOf, fields) => {
    const kept = rowOf === firm ? 'BUSINESS' : '';
    const empty = Object.fromEntries(header.split(',').map((column) => [column, '']));

    const { errors } = await imported(world, csv([{ ...empty, customerType: kept, description: 'x' }]));

    expect(errors).toEqual([
      {
        correlationId: 'row_1',
        code: 'INVALID_INPUT',
        message: `${fields.length} fields are invalid`,
        details: { errors: expect.arrayContaining(fields.map((field) => ({ field, message: 'is required' }))) },
      },
    ]);
    expect(errors[0].details.errors).toHaveLength(fields.length);
  });

  test('alone make a failed job', async () => {
    const job = await imported(world, csv([person('bad', { birthDate: 'x' })]));

    expect(job).toMatchObject({ status: 'FAILED', progress: { total: 1, processed: 1, successful: 0, failed: 1 } });
  });
});

describe('a file may', () => {
  test.each([
    ['begin with a byte order mark', `\ufeff${csv([person('bom')])}`, 'bom'],
    [
      'have its columns in any order, and others',
      csv([person('order', { hobby: 'chess' })], `hobby,${header.split(',').toReversed().join(',')}`),
      'order',
    ],
    ['end its lines with a line feed', csv([person('lf')]).replaceAll('\r\n', '\n'), 'lf'],
    ['lack the last line break, and cells at the end', csv([person('short')]).replace(/,+\r\n$/, ''), 'short'],
    ['have blank lines', csv([person('blank')]).replace('\r\n', '\r\n\r\n\r\n'), 'blank'],
    ['quote commas, quotes and line breaks', csv([person('quote', { city: 'St. "X",\r\nY' })]), 'quote'],
  ])('%s', async (_, file, name) => {
    const job = await imported(world, file);

    expect(job).toMatchObject({ status: 'COMPLETED', progress: { total: 1, successful: 1 } });
    expect(await customerNamed(name)).toMatchObject({ platformCustomerId: name });
  });
});

describe('an unreadable file fails as a whole', () => {
  test.each([
    ['empty', '', { reason: 'missing_required_column', column: 'umaAddress' }],
    ['without a column', csv([person('x')], header.replace('city,', '')), { reason: 'missing_required_column', column: 'city' }],
    [
      'with a column in another case',
      csv([person('x')], header.replace('state', 'State')),
      { reason: 'missing_required_column', column: 'state' },
    ],
    ['with an open quote', `${csv([person('open')])}"`, { reason: 'invalid_quotes', line: expect.any(Number) }],
    [
      'with text behind a quote',
      csv([person('open')]).replace('Ada Lovelace', '"Ada" Lovelace'),
      { reason: 'invalid_quotes', line: 2 },
    ],
    ['not in UTF-8', Buffer.from(csv([person('latin', { city: 'Zürich' })]), 'latin1'), { reason: 'not_utf_8' }],
    ['with U+0000 in its header', csv([person('nul')], `${header},hob\0by`), { reason: 'invalid_character', line: 1 }],
    ['with an endless row', csv([person('long', { city: 'x'.repeat(70_000) })]), { reason: 'record_too_long', line: 2 }],
  ])('%s', async (_, file, details) => {
    const job = await imported(world, file);

    expect(job).toEqual({
      id: expect.stringMatching(/^Job:/),
      status: 'FAILED',
      progress: { total: 0, processed: 0, successful: 0, failed: 0 },
      errors: [{ correlationId: 'row_1', code: 'INVALID_CSV_FORMAT', message: expect.any(String), details }],
      completedAt: world.wall.now().toISOString(),
    });
  });

  test('with more than 100,000 rows', async () => {
    const job = await imported(world, `${csv([])}${'x\n'.repeat(100_001)}`);

    expect(job.errors).toMatchObject([{ code: 'INVALID_CSV_FORMAT', details: { reason: 'too_many_rows', maximum: 100_000 } }]);
  });
});

test.each([
  ['BULK_UPLOAD.COMPLETED', [person('told'), person('untold', { birthDate: '' })]],
  ['BULK_UPLOAD.FAILED', [person('untold', { birthDate: '' })]],
])('%s shows the whole job', async (type, rows) => {
  const job = await imported(world, csv(rows));

  const events = await world.events(job.id);
  expect(events).toEqual([
    { id: expect.stringMatching(/^Webhook:/), type, timestamp: job.completedAt, data: job, platformId: `Platform:${world.id}` },
  ]);
});

test.each([`Job:${randomUUID()}`, 'Job:nothing', 'Customer:x'])('the job %s is not found', async (id) => {
  const answer = await world.rest('GET', `/customers/bulk/jobs/${id}`);

  expect(answer).toMatchObject({ status: 404, body: { code: 'BULK_UPLOAD_JOB_NOT_FOUND' } });
});

test('the job of another platform is not found', async () => {
  const other = await world.newPlatform();
  const { id } = await imported(world, csv([person('mine')]));

  expect((await other.rest('GET', `/customers/bulk/jobs/${id}`)).status).toBe(404);
});
