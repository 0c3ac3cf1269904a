// Revealed cards: the page of the sandbox that shows a card once, and the record of each call.
import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isLuhnValid } from '../../../services/cards/issuer/sandbox-number.ts';
import { select } from '../../kit/books.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { cardMaker, createCard, newCardholder, type State } from './cards-world.ts';

const world = await startWorld();
const cardholder = await newCardholder(world);
const cardIn = cardMaker(world, cardholder);

const reveal = (id: string, { rest }: Pick<Tenant, 'rest'> = world) => rest('POST', `/cards/${id}/reveal`);
const open = (url: string, method: 'GET' | 'HEAD' = 'GET') => world.app.inject({ method, url: new URL(url).pathname });
const factsOf = ({ body }: { body: string }) => [...body.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, fact]) => fact);
const tokenIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);

test.each<State>(['ACTIVE', 'FROZEN'])('a card that is %s is shown once, on a page of its issuer', async (state) => {
  const id = await cardIn(state);
  const { last4, expMonth, expYear } = (await world.rest('GET', `/cards/${id}`)).body;

  const { status, body, headers } = await reveal(id);
  const first = await open(body.panEmbedUrl);
  const second = await open(body.panEmbedUrl);

  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    panEmbedUrl: expect.stringMatching(/^http:\/\/localhost:8080\/card\/[0-9a-f-]{36}\/[\w-]{43}$/),
    expiresAt: new Date(world.wall.now().getTime() + 300_000).toISOString(),
  });
  const [number = '', expiry, code] = factsOf(first);
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(number).toMatch(new RegExp(`^4000 00\\d\\d \\d{4} ${last4}$`));
  expect(isLuhnValid(number.replaceAll(' ', ''))).toBe(true);
  expect(expiry).toBe(`${String(expMonth).padStart(2, '0')}/${String(expYear).slice(2)}`);
  expect(code).toMatch(/^\d{3}$/);
  expect([second.statusCode, factsOf(second)]).toEqual([410, []]);
});

test('each call creates another page, whatever its idempotency key; they show the same card, and earlier ones stay valid', async () => {
  const id = await cardIn('ACTIVE', cardholder, { fundingSources: [cardholder.accounts.EUR] });
  const headers = { 'idempotency-key': randomUUID() };

  const { body: first } = await world.rest('POST', `/cards/${id}/reveal`, { headers });
  const { body: second } = await world.rest('POST', `/cards/${id}/reveal`, { headers });

  expect(second.panEmbedUrl).not.toBe(first.panEmbedUrl);
  const shown = [factsOf(await open(second.panEmbedUrl)), factsOf(await open(first.panEmbedUrl))];
  expect(shown[0]?.[0]).toMatch(/^5555 55/);
  expect(shown[1]).toEqual(shown[0]);
});

test('a page opens until it expires by the clock of the platform', async () => {
  const tenant = await world.newPlatform();
  const { body: card } = await createCard(tenant, await newCardholder(tenant));
  await world.settle();
  const { body: used } = await reveal(card.id, tenant);
  const { body: late } = await reveal(card.id, tenant);

  await tenant.advance(299);
  const before = await open(used.panEmbedUrl);
  await tenant.advance(1);

  expect([before.statusCode, (await open(late.panEmbedUrl)).statusCode]).toEqual([200, 410]);
});

test('a page of a card that was closed shows nothing', async () => {
  const id = await cardIn('ACTIVE');
  const { body } = await reveal(id);
  await world.rest('PATCH', `/cards/${id}`, { body: { state: 'CLOSED' } });

  expect((await open(body.panEmbedUrl)).statusCode).toBe(410);
});

test('a request for the headers only does not use up the page', async () => {
  const { body } = await reveal(await cardIn('ACTIVE'));

  const head = await open(body.panEmbedUrl, 'HEAD');

  expect([head.statusCode, (await open(body.panEmbedUrl)).statusCode]).toEqual([405, 200]);
});

test('other tokens and platforms open nothing', async () => {
  const { body } = await reveal(await cardIn('ACTIVE'));
  const other = await world.newPlatform();
  const token = tokenIn(body.panEmbedUrl);

  const answers = [
    await open(`http://localhost/card/${world.id}/${'A'.repeat(43)}`),
    await open(`http://localhost/card/${other.id}/${token}`),
    await open(`http://localhost/card/${randomUUID()}/${token}`),
    await open(`http://localhost/card/x/${token}`),
  ];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([410, 410, 404, 400]);
  expect((await open(body.panEmbedUrl)).statusCode).toBe(200);
});

test('only the origins of the platform may show the page in a frame', async () => {
  const tenant = await world.newPlatform();
  const { body: card } = await createCard(tenant, await newCardholder(tenant));
  await world.settle();
  const pageOf = async () => (await open((await reveal(card.id, tenant)).body.panEmbedUrl)).headers;

  const before = await pageOf();
  await tenant.rest('PATCH', '/config', { body: { umaDomain: 'wallet.example' } });
  const { body: again } = await reveal(card.id, tenant);
  const after = await open(again.panEmbedUrl);
  const over = await open(again.panEmbedUrl);

  expect(before['content-security-policy']).toMatch(/ frame-ancestors http:\/\/localhost:3000$/);
  for (const { headers } of [after, over]) {
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors https://wallet.example http://localhost:3000",
    );
    expect(headers['x-frame-options']).toBeUndefined();
  }
});

test('each call is recorded with its card, caller and time, and a hash of the token', async () => {
  const id = await cardIn('ACTIVE');
  const { body } = await reveal(id);
  const { body: unopened } = await reveal(id);

  await open(body.panEmbedUrl);

  const rows = await select(
    world.databaseUrl,
    'select token_hash, token_id, address, created_at, opened_at from cards.card_reveal where card_id = $1',
    [id.slice('Card:'.length)],
  );
  const { id: tokenId } = (await world.rest('GET', '/tokens')).body.data[0];
  const recorded = (url: string, openedAt: Date | null) => ({
    token_hash: createHash('sha256').update(tokenIn(url)).digest(),
    token_id: tokenId.slice('Token:'.length),
    address: '127.0.0.1',
    created_at: world.wall.now(),
    opened_at: openedAt,
  });
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(
    expect.arrayContaining([recorded(body.panEmbedUrl, world.wall.now()), recorded(unopened.panEmbedUrl, null)]),
  );
});

test('of concurrent visitors one sees the card', async () => {
  const { body } = await reveal(await cardIn('ACTIVE'));

  const pages = await Promise.all(Array.from({ length: 5 }, () => open(body.panEmbedUrl)));

  expect(pages.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410, 410, 410]);
});
