// Documents over REST: taken, shown without their bytes, replaced, deleted; and how they lie in the store.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { business, fieldsOf, individual, owner, startCustomers } from './customers-world.ts';
import { form, pdf, upload } from './documents.ts';

const world = await startCustomers();
const unknownId = (kind: string) => `${kind}:01900000-0000-7000-8000-00000000dead`;

async function newCustomer(fullName = 'Ada Lovelace 001'): Promise<string> {
  const { body } = await world.rest('POST', '/customers', { body: { ...individual, fullName } });
  return body.id;
}

/** Kills whoever comes to a point of the code. */
function dieAt(point: string | undefined): void {
  globalThis.onCrashPoint = (name) => {
    if (name === point) throw new Error('The process died.');
  };
}

/** The files in the blob store. */
function blobs(): Buffer[] {
  const folder = join(world.dataDir, 'blobs');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
}

describe('a document', () => {
  test('is taken and shown without its bytes', async () => {
    const documentHolder = await newCustomer();
    const fields = { side: 'FRONT', documentNumber: 'P-112358', issuingAuthority: 'HMPO' };

    const { status, body } = await upload(world.rest, documentHolder, { fields, name: '../scans/passport.pdf' });

    const now = world.wall.now().toISOString();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^Document:[0-9a-f-]{36}$/),
      documentHolder,
      documentType: 'PASSPORT',
      country: 'GB',
      ...fields,
      fileName: 'passport.pdf',
      createdAt: now,
      updatedAt: now,
    });
    expect(await world.rest('GET', `/documents/${body.id}`)).toMatchObject({ status: 200, body });
  });

  test('may be held by an owner of a business', async () => {
    const { body: firm } = await world.rest('POST', '/customers', { body: business });
    const { body: person } = await world.rest('POST', '/beneficial-owners', { body: owner(firm.id) });

    const { status, body } = await upload(world.rest, person.id);

    expect([status, body.documentHolder]).toEqual([201, person.id]);
  });

  test('lies in the store sealed, in one file that ends with it', async () => {
    const secret = Buffer.concat([pdf, Buffer.alloc(200_000, 'the very bytes of the scan ')]);
    const before = blobs().length;

    const { body } = await upload(world.rest, await newCustomer(), { bytes: secret });

    const kept = blobs();
    expect(kept).toHaveLength(before + 1);
    expect(kept.some((file) => file.includes('the very bytes'))).toBe(false);
    expect(kept.map((file) => file.length)).toContain(secret.length + 4 * 16);
    expect((await world.rest('DELETE', `/documents/${body.id}`)).status).toBe(204);
    expect(blobs()).toHaveLength(before);
  });

  test('leaves no file behind when its process dies before it is written', async () => {
    const holder = await newCustomer();
    await upload(world.rest, holder);
    const before = blobs().length;
    dieAt('file kept');
    expect((await upload(world.rest, holder)).status).toBe(500);
    dieAt(undefined);
    expect(blobs()).toHaveLength(before + 1);

    world.wall.advance(60 * 60 * 1000);
    await world.settle();

    expect(blobs()).toHaveLength(before);
    expect((await world.rest('GET', `/documents?documentHolder=${holder}`)).body.totalCount).toBe(1);
  });

  test('is replaced whole but for its holder', async () => {
    const documentHolder = await newCustomer();
    const fields = { side: 'FRONT', documentNumber: 'P-112358', issuingAuthority: 'HMPO' };
    const { body: first } = await upload(world.rest, documentHolder, { fields });
    const before = blobs().length;
    world.wall.advance(1000);

    const payload = form({ fields: { documentType: 'NATIONAL_ID', country: 'FR' }, name: 'card.png', type: 'image/png' });
    const { status, body } = await world.rest('PUT', `/documents/${first.id}`, { payload });

    expect(status).toBe(200);
    expect(body).toEqual({
      id: first.id,
      documentHolder,
      documentType: 'NATIONAL_ID',
      country: 'FR',
      fileName: 'card.png',
      createdAt: first.createdAt,
      updatedAt: world.wall.now().toISOString(),
    });
    expect(blobs()).toHaveLength(before);
  });

  test('stays once something was submitted with it, and goes while errors are to be resolved', async () => {
    const documentHolder = await newCustomer('Ada Lovelace 001');
    const { body: early } = await upload(world.rest, documentHolder);
    const { body: second } = await upload(world.rest, documentHolder);
    await world.rest('POST', '/verifications', { body: { customerId: documentHolder } }); // RESOLVE_ERRORS
    expect((await world.rest('DELETE', `/documents/${early.id}`)).status).toBe(204);

    const complete = { birthDate: '1990-12-10', nationality: 'GB', address: individualAddress, idType: 'SSN' };
    const body = { customerType: 'INDIVIDUAL', ...complete, identifier: '123-45-6789' };
    await world.rest('PATCH', `/customers/${documentHolder}`, { body });
    await world.rest('POST', '/verifications', { body: { customerId: documentHolder } });

    expect(await world.rest('DELETE', `/documents/${second.id}`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { reason: 'DOCUMENT_SUBMITTED' } },
    });
    expect((await world.rest('PUT', `/documents/${second.id}`, { payload: form() })).status).toBe(200);
  });
});

const individualAddress = { line1: '1 Main St', city: 'Springfield', postalCode: '62701', country: 'US' };

describe('documents in lists', () => {
  test('come newest first, page by page, of the platform or of one holder', async () => {
    const tenant = await world.newPlatform();
    const { body: firm } = await tenant.rest('POST', '/customers', { body: business });
    const { body: person } = await tenant.rest('POST', '/beneficial-owners', { body: owner(firm.id) });
    const ids: string[] = [];
    for (const holder of [firm.id, person.id, firm.id]) {
      world.wall.advance(1);
      ids.unshift((await upload(tenant.rest, holder)).body.id);
    }

    const first = await tenant.rest('GET', '/documents?limit=2');
    const rest = await tenant.rest('GET', `/documents?limit=2&cursor=${first.body.nextCursor}`);
    const ofFirm = await tenant.rest('GET', `/documents?documentHolder=${firm.id}`);

    const idsIn = ({ body }: typeof first) => body.data.map(({ id }: { id: string }) => id);
    expect([...idsIn(first), ...idsIn(rest)]).toEqual(ids);
    expect(first.body).toMatchObject({ hasMore: true, totalCount: 3 });
    expect(idsIn(ofFirm)).toEqual([ids[0], ids[2]]);
    expect(idsIn(await tenant.rest('GET', `/documents?documentHolder=${person.id}`))).toEqual([ids[1]]);
  });

  test.each([unknownId('Customer'), unknownId('BeneficialOwner'), 'nobody'])('are none for the holder %s', async (holder) => {
    const { status, body } = await world.rest('GET', `/documents?documentHolder=${holder}`);

    expect({ status, body }).toEqual({ status: 200, body: { data: [], hasMore: false, totalCount: 0 } });
  });
});

describe('the first look at a file', () => {
  test.each([
    ['LOW_quality.pdf', 'LOW_QUALITY'],
    ['data_mismatch.png', 'DATA_MISMATCH'],
    ['expired.jpeg', 'EXPIRED'],
    ['suspected_fraud', 'SUSPECTED_FRAUD'],
    ['unsuitable_document.pdf', 'UNSUITABLE_DOCUMENT'],
    ['Incomplete.pdf', 'INCOMPLETE'],
  ])('refuses %s as %s, when it is uploaded and when it replaces another', async (name, code) => {
    const holder = await newCustomer();
    const { body: good } = await upload(world.rest, holder, { name: `not_${name}` });

    const uploaded = await upload(world.rest, holder, { name });
    const replaced = await world.rest('PUT', `/documents/${good.id}`, { payload: form({ name }) });

    expect(uploaded).toMatchObject({ status: 400, body: { code } });
    expect(replaced).toMatchObject({ status: 400, body: { code } });
    expect((await world.rest('GET', `/documents?documentHolder=${holder}`)).body.data).toEqual([good]);
  });

  test.each([
    ['bytes', { name: 'scan', type: 'text/plain', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) }, 201],
    ['its content type', { name: 'scan', type: 'image/png', bytes: Buffer.from('text') }, 201],
    ['its name', { name: 'scan.JPG', type: 'application/octet-stream', bytes: Buffer.from('text') }, 201],
    ['nothing', { name: 'scan.txt', type: 'text/plain', bytes: Buffer.from('text') }, 400],
  ])('takes a file in the sandbox by %s', async (_, paper, status) => {
    const answer = await upload(world.rest, await newCustomer(), paper);

    expect(answer.status).toBe(status);
    if (status === 400) expect(fieldsOf(answer.body)).toEqual(['file']);
  });
});

describe('an upload is refused', () => {
  test('with every field that is wrong', async () => {
    const fields = { documentType: 'PASSEPORT', country: 'UK', side: 'TOP', documentHolder: '' };

    const { status, body } = await world.rest('POST', '/documents', { payload: form({ fields, bytes: Buffer.alloc(0) }) });

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(fieldsOf(body)).toEqual(['country', 'documentHolder', 'documentType', 'file', 'side']);
  });

  test.each([
    [10_485_760, 201],
    [10_485_761, 400],
  ])('from a size on: %i bytes are %i', async (size, status) => {
    const bytes = Buffer.alloc(size);
    pdf.copy(bytes);

    const answer = await upload(world.rest, await newCustomer(), { bytes });

    expect(answer.status).toBe(status);
    if (status === 400) expect(fieldsOf(answer.body)).toEqual(['file']);
  });

  test.each([
    [unknownId('Customer'), 'USER_NOT_FOUND'],
    ['someone', 'USER_NOT_FOUND'],
    [unknownId('BeneficialOwner'), 'REFERENCE_NOT_FOUND'],
    ['BeneficialOwner:someone', 'REFERENCE_NOT_FOUND'],
  ])('for the holder %s as %s', async (holder, code) => {
    expect(await upload(world.rest, holder)).toMatchObject({ status: 404, body: { code } });
  });

  test('for a customer of another platform', async () => {
    const other = await world.newPlatform();

    expect(await upload(other.rest, await newCustomer())).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
  });

  test('as is every change, once the customer is deleted', async () => {
    const holder = await newCustomer();
    const { body: document } = await upload(world.rest, holder);
    await world.rest('DELETE', `/customers/${holder}`);

    expect(await upload(world.rest, holder)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    expect(await world.rest('PUT', `/documents/${document.id}`, { payload: form() })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    });
    expect(await world.rest('DELETE', `/documents/${document.id}`)).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    });
    expect((await world.rest('GET', `/documents/${document.id}`)).status).toBe(200);
  });
});

test.each([
  ['GET', undefined],
  ['DELETE', undefined],
  ['PUT', form()],
] as const)('%s of an unknown document is a 404', async (verb, payload) => {
  for (const id of [unknownId('Document'), 'nothing']) {
    const answer = await world.rest(verb, `/documents/${id}`, payload && { payload });

    expect(answer).toMatchObject({ status: 404, body: { code: 'REFERENCE_NOT_FOUND', details: { resource: 'Document' } } });
  }
});
