// Access to the hosted page, its restrictions in a browser, and what it never sends back.
import { expect, test } from 'vitest';
import { startCustomers } from '../../services/customers/customers-world.ts';
import { newLink } from './hosted-page.ts';
import { visitorsIn } from './page-visitors.ts';

const world = await startCustomers();
const { open, send, newIndividual } = visitorsIn(world);
const redirectUri = 'https://platform.example/back?state=1';

test('an older link stays valid next to a new one, for a day', async () => {
  const tenant = await world.newPlatform();
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001' };
  const { body: customer } = await tenant.rest('POST', '/customers', { body });
  const old = await newLink(tenant, customer.id);
  const fresh = await newLink(tenant, customer.id);
  await tenant.advance(24 * 60 * 60 - 1);

  const before = await open(old);
  await tenant.advance(1);

  expect([before.statusCode, (await open(old)).statusCode, (await open(fresh)).statusCode]).toEqual([200, 410, 410]);
  expect((await send(old)).statusCode).toBe(410);
});

test.each(['/kyc/nothing', `/kyc/${'A'.repeat(43)}`])('%s is not found', async (link) => {
  for (const answer of [await open(link), await send(link, { fullName: 'Ada' })]) {
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  }
});

test('the link of a deleted customer has ended', async () => {
  const customerId = await newIndividual('001');
  const link = await newLink(world, customerId);
  await world.rest('DELETE', `/customers/${customerId}`);

  expect([(await open(link)).statusCode, (await send(link)).statusCode]).toEqual([410, 410]);
});

test('a page runs no scripts, loads only its style, is not cached and sends no referrer', async () => {
  const link = await newLink(world, await newIndividual('001'), { redirectUri });

  const { headers, body } = await open(link);

  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' https: https://platform.example; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(body).not.toMatch(/<script| on\w+=|style=/);
  expect((await world.app.inject({ method: 'GET', url: '/pages/style.css' })).headers['content-type']).toBe(
    'text/css; charset=utf-8',
  );
});

test('known data is shown, except for identifying numbers; input cannot become markup', async () => {
  const customerId = await newIndividual('001', { idType: 'SSN', identifier: '111-22-3333', birthDate: '1990-12-10' });
  const line1 = "\"><img src=x> & 'Sons'";
  const address = { line1, postalCode: '62701', country: 'US' };
  await world.rest('PATCH', `/customers/${customerId}`, { body: { customerType: 'INDIVIDUAL', address } });

  const { body } = await open(await newLink(world, customerId));

  expect(body).toContain('value="1990-12-10"');
  expect(body).toContain('value="&quot;&gt;&lt;img src=x&gt; &amp; &#39;Sons&#39;"');
  expect(body).not.toContain('3333');
});
