// Bodies of the hosted page: up to one part per field, and as slow as allowed.
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { owner, startCustomers } from '../../services/customers/customers-world.ts';
import { upload } from '../../services/customers/documents.ts';
import { passport, reviewsIn } from '../../services/customers/reviewed-applicants.ts';
import { newLink } from './hosted-page.ts';
import { scan, visitorsIn } from './page-visitors.ts';

const world = await startCustomers({ mode: 'production' });
const platform = await world.newPlatform({ regulated: false });
const reviews = reviewsIn(world, platform);
const { newBusiness, open, send } = visitorsIn({ ...world, rest: platform.rest });

/** A business with foreign owners, each with two documents to upload. */
async function newBusinessWith(owners: number) {
  const customerId = await newBusiness('HRB 100');
  for (let count = 0; count < owners; count++) {
    const { status } = await platform.rest('POST', '/beneficial-owners', { body: owner(customerId, { nationality: 'GB' }) });
    expect(status).toBe(201);
  }
  const link = await newLink(platform, customerId);
  const files = [...(await open(link)).body.matchAll(/name="([^"]*)" type="file"/g)].map(([, name]) => name ?? '');
  return { link, files };
}

const documentsIn = async (name: string) => {
  const { body } = await platform.rest('GET', `/documents?documentHolder=${/documents\.(.*)\.[A-Z_]+\.file/.exec(name)?.[1]}`);
  return body.data.map(({ fileName }: { fileName: string }) => fileName);
};

describe('the documents of a business with many owners', () => {
  test('can be uploaded one after the other, although a browser sends a part for each empty file field', async () => {
    const { link, files } = await newBusinessWith(4);
    expect(files).toHaveLength(4 + 2 * 4);
    const unchosen = Object.fromEntries(files.map((name) => [name, new File([], '')]));
    const [first = ''] = files;
    const prefix = first.replace(/file$/, '');
    const fields = { [`${prefix}documentType`]: 'CERTIFICATE_OF_INCORPORATION', [`${prefix}country`]: 'US' };

    const { statusCode } = await send(link, { ...unchosen, ...fields, [first]: scan('certificate.pdf'), intent: 'save' });

    expect(statusCode).toBe(303);
    expect(await documentsIn(first)).toEqual(['certificate.pdf']);
  });

  test('stay attached up to 100 MB together, and must be chosen again beyond that', async () => {
    const { link, files } = await newBusinessWith(6);
    const large = scan('large.pdf', new Uint8Array(10 * 1024 * 1024));
    const identity = files.slice(4); // none is saved without the numbers
    const fields = Object.fromEntries(identity.map((name) => [name, large]));

    const { statusCode, body } = await send(link, { ...fields, intent: 'save' });

    expect(statusCode).toBe(422);
    expect(body.match(/<strong>large\.pdf<\/strong> is attached/g)).toHaveLength(10);
    expect(body.match(/<\/span>The files together must not be larger than 100 MB\. Choose this one again/g)).toHaveLength(2);
  });
});

test('a form that began before another submission, and ends after it, changes nothing', async () => {
  const customerId = await reviews.newIndividual();
  await upload(platform.rest, customerId, { fields: passport });
  const link = await newLink(platform, customerId);
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.app.server.address() as AddressInfo;
  const late = request({ port, path: link, method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=edge' } });
  const answer = new Promise<number | undefined>((resolve) => late.on('response', ({ statusCode }) => resolve(statusCode)));
  const begin = '--edge\r\ncontent-disposition: form-data; name="scan"; filename="scan.pdf"\r\n\r\n';
  // More than socket buffers hold, so that the server has to read it.
  await new Promise((resolve) => late.write(begin + 'x'.repeat(24 * 1024 * 1024), resolve));

  expect((await send(link)).statusCode).toBe(200);
  late.end('\r\n--edge\r\ncontent-disposition: form-data; name="fullName"\r\n\r\nAnother Person\r\n--edge--\r\n');

  expect(await answer).toBe(410);
  expect(await reviews.show(customerId)).toMatchObject({ fullName: 'Ada Lovelace', kycStatus: 'PENDING' });
});
