// Refused documents: by the first check of the file, by the fields, and by the holder.
import { describe, expect, test } from 'vitest';
import { fieldsOf, individual, sharedCustomers } from './customers-world.ts';
import { form, pdf, upload } from './documents.ts';

const world = await sharedCustomers();
const unknownId = (kind: string) => `${kind}:01900000-0000-7000-8000-00000000dead`;

async function newCustomer(fullName = 'Ada Lovelace 001'): Promise<string> {
  const { body } = await world.rest('POST', '/customers', { body: { ...individual, fullName } });
  return body.id;
}

describe('the first check of a file', () => {
  test.each([
    ['LOW_quality.pdf', 'LOW_QUALITY'],
    ['data_mismatch.png', 'DATA_MISMATCH'],
    ['expired.jpeg', 'EXPIRED'],
    ['suspected_fraud', 'SUSPECTED_FRAUD'],
    ['unsuitable_document.pdf', 'UNSUITABLE_DOCUMENT'],
    ['Incomplete.pdf', 'INCOMPLETE'],
  ])('refuses %s as %s, in an upload and in a replacement', async (name, code) => {
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
  ])('accepts a file in the sandbox by %s', async (_, paper, status) => {
    const answer = await upload(world.rest, await newCustomer(), paper);

    expect(answer.status).toBe(status);
    if (status === 400) expect(fieldsOf(answer.body)).toEqual(['file']);
  });
});

describe('an upload is refused', () => {
  test('with every invalid field', async () => {
    const fields = { documentType: 'PASSEPORT', country: 'UK', side: 'TOP', documentHolder: '' };

    const { status, body } = await world.rest('POST', '/documents', { payload: form({ fields, bytes: Buffer.alloc(0) }) });

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(fieldsOf(body)).toEqual(['country', 'documentHolder', 'documentType', 'file', 'side']);
  });

  test('with the type of its file next to other fields, and also as a replacement', async () => {
    const holder = await newCustomer();
    const { body: good } = await upload(world.rest, holder, {});
    const paper = { name: 'scan.txt', type: 'text/plain', bytes: Buffer.from('text') };
    const payload = () => form({ ...paper, fields: { documentType: 'x', country: 'US', documentHolder: holder } });

    const uploaded = await world.rest('POST', '/documents', { payload: payload() });
    const replaced = await world.rest('PUT', `/documents/${good.id}`, { payload: payload() });

    expect(fieldsOf(uploaded.body)).toEqual(['documentType', 'file']);
    expect(fieldsOf(replaced.body)).toEqual(expect.arrayContaining(['documentType', 'file']));
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
    [unknownId('BeneficialOwner'), 'REFERENCE_NOT_FOUND'],
  ])('for the holder %s as %s', async (holder, code) => {
    expect(await upload(world.rest, holder)).toMatchObject({ status: 404, body: { code } });
  });

  test.each(['someone', 'BeneficialOwner:someone', unknownId('Document')])('for an invalid holder: %s', async (holder) => {
    const { status, body } = await upload(world.rest, holder);

    expect([status, body.code, fieldsOf(body)]).toEqual([400, 'INVALID_INPUT', ['documentHolder']]);
  });

  test("for another platform's customer", async () => {
    const other = await world.newPlatform();

    expect(await upload(other.rest, await newCustomer())).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
  });

  test('like every change of a deleted customer', async () => {
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
