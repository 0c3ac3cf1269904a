// Lists of documents over REST.
import { describe, expect, test } from 'vitest';
import { business, fieldsOf, owner, sharedCustomers } from './customers-world.ts';
import { upload } from './documents.ts';

const world = await sharedCustomers();
const unknownId = (kind: string) => `${kind}:01900000-0000-7000-8000-00000000dead`;

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

  test.each([unknownId('Customer'), unknownId('BeneficialOwner')])('are empty for the holder %s', async (holder) => {
    const { status, body } = await world.rest('GET', `/documents?documentHolder=${holder}`);

    expect({ status, body }).toEqual({ status: 200, body: { data: [], hasMore: false, totalCount: 0 } });
  });

  test.each(['nobody', 'Customer:nobody', unknownId('Document')])('are refused for an invalid holder: %s', async (holder) => {
    const { status, body } = await world.rest('GET', `/documents?documentHolder=${holder}`);

    expect([status, body.code, fieldsOf(body)]).toEqual([400, 'INVALID_INPUT', ['documentHolder']]);
  });
});
