// Documents over REST: accepted, shown without their bytes, replaced, deleted; and their form in the store.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dieAt } from '../../kit/death.ts';
import { business, individual, owner, startCustomers } from './customers-world.ts';
import { form, pdf, upload } from './documents.ts';

const world = await startCustomers();

async function newCustomer(fullName = 'Ada Lovelace 001'): Promise<string> {
  const { body } = await world.rest('POST', '/customers', { body: { ...individual, fullName } });
  return body.id;
}

/** The files in the blob store. */
function blobs(): Buffer[] {
  const folder = join(world.dataDir, 'blobs');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
}

describe('a document', () => {
  test('is accepted and shown without its bytes', async () => {
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

  test('can belong to an owner of a business', async () => {
    const { body: firm } = await world.rest('POST', '/customers', { body: business });
    const { body: person } = await world.rest('POST', '/beneficial-owners', { body: owner(firm.id) });

    const { status, body } = await upload(world.rest, person.id);

    expect([status, body.documentHolder]).toEqual([201, person.id]);
  });

  test('is stored sealed, in one file that is deleted with it', async () => {
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

  test('leaves no file behind if its process dies before the commit', async () => {
    const holder = await newCustomer();
    await upload(world.rest, holder);
    const before = blobs().length;
    dieAt('file kept');
    expect((await upload(world.rest, holder)).status).toBe(500);
    expect(blobs()).toHaveLength(before + 1);

    world.wall.advance(60 * 60 * 1000);
    await world.settle();

    expect(blobs()).toHaveLength(before);
    expect((await world.rest('GET', `/documents?documentHolder=${holder}`)).body.totalCount).toBe(1);
  });

  test('is replaced entirely except for its holder', async () => {
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

  test('cannot be deleted after a submission, unless errors are to be resolved', async () => {
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
