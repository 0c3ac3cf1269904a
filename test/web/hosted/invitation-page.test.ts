// The page behind an invitation link, as seen by the invited person.
import { expect, test } from 'vitest';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { invitationsIn, newAddress } from '../../services/platform/invitations-world.ts';

const world = await startWorld();
const inviterUma = await newAddress(world);
const { invite, claim, cancel } = invitationsIn(world, inviterUma);

const open = (url: string) => world.app.inject({ method: 'GET', url: new URL(url, 'http://localhost').pathname });
const headingOf = ({ body }: { body: string }) => /<h1>(.*)<\/h1>/.exec(body)?.[1];
const shown = async (url: string) => {
  const answer = await open(url);
  return [answer.statusCode, headingOf(answer)];
};

test('an open invitation shows its code, in any case of the link, and no names', async () => {
  const { body } = await invite({ firstName: 'Grace', amountToSend: 1_250 });

  const page = await open(body.url);

  expect([page.statusCode, headingOf(page)]).toEqual([200, 'You are invited']);
  expect(page.body).toContain(`<code>${body.code}</code>`);
  expect(page.body).not.toMatch(/Grace|1,?250|12\.50|localhost/);
  expect(page.body).not.toContain(inviterUma);
  expect(await shown(`/i/${body.code.toUpperCase()}`)).toEqual([200, 'You are invited']);
});

test('a link shows that its invitation was claimed, cancelled, or has expired by platform time', async () => {
  const tenant: Tenant = await world.newPlatform();
  const mine = await newAddress(tenant);
  const { body: claimed } = await invite();
  const { body: cancelled } = await invite();
  const expiresAt = new Date(world.wall.now().getTime() + 60_000).toISOString();
  const { body: expired } = await invite({ inviterUma: mine, expiresAt }, tenant);
  await claim(claimed.code);
  await cancel(cancelled.code);
  const before = await shown(expired.url);

  await tenant.advance(60);

  expect(before).toEqual([200, 'You are invited']);
  expect(await shown(claimed.url)).toEqual([410, 'This invitation was already used']);
  expect(await shown(cancelled.url)).toEqual([410, 'This invitation was cancelled']);
  expect(await shown(expired.url)).toEqual([410, 'This invitation has expired']);
});

test('the same gateway shows a link to a production invitation', async () => {
  const production = await world.newPlatform({ environment: 'production' });
  const { body } = await invite({ inviterUma: await newAddress(production) }, production);

  expect(await shown(body.url)).toEqual([200, 'You are invited']);
});

test('an unknown code leads to a page that says so', async () => {
  const page = await open('/i/00000000');

  expect([page.statusCode, headingOf(page)]).toEqual([404, 'Page not found']);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
});

test('the page runs no scripts, loads only its style, and is not cached', async () => {
  const { headers } = await open((await invite()).body.url);

  expect(headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});
