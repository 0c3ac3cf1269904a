// Numbers, codes and passwords of cards, and links to their pages, are visible only on the page: not in the database, events, log or answers.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openCanary, overheard, type Seen, valuesIn } from '../kit/canary.ts';
import { startProcess } from '../kit/launch.ts';
import { eventually } from '../kit/payments.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { createCard, newCardholder } from '../services/cards/cards-world.ts';
import { flowDatabase } from './flow-database.ts';

/** Links are in their answers, and nowhere else. */
const [canary, links] = [openCanary(), openCanary()];
const seen: Seen[] = [];
const codes: string[] = [];
const DATABASE_URL = await flowDatabase();
const platform = await startProcess({ env: { DATABASE_URL, LOG_LEVEL: 'trace' } });
const receiver = await startReceiver();
const bare = restAt(platform.origin);
const rest = overheard(bare, seen);
await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const database = new Client({ connectionString: DATABASE_URL });
await database.connect();
afterAll(() => database.end());
const holder = await newCardholder({ rest });
const { USD, EUR } = holder.accounts;

function newPassword(name: string): string {
  const password = randomBytes(12).toString('base64');
  canary.hide(name, password);
  return password;
}

/** Opens a new page of a card, and hides what it shows. Returns the status of the page. */
async function look(id: string): Promise<number> {
  const { body } = await bare('POST', `/cards/${id}/reveal`);
  const { pathname } = new URL(body.panEmbedUrl);
  links.hide('a token', pathname.slice(pathname.lastIndexOf('/') + 1));
  const page = await fetch(platform.origin + pathname);
  const text = await page.text();
  const [number = '', , code = ''] = [...text.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, fact]) => fact);
  if (page.status !== 200) return page.status;
  canary.hide('a number', number.replaceAll(' ', ''));
  canary.hide('a number in groups', number);
  codes.push(code);
  return page.status;
}

test.each([
  ['USD', { fundingSources: [USD] }],
  ['EUR', { fundingSources: [EUR], threeDSecurePassword: newPassword('a password') }],
])('a card in %s is issued, shown, frozen, shown again and closed', async (currency, more) => {
  const headers = { 'idempotency-key': `canary ${currency}` };
  const body = { cardholderId: holder.customerId, form: 'VIRTUAL', ...more };
  const { body: card } = await rest('POST', '/cards', { body, headers });
  await rest('POST', '/cards', { body, headers });
  await eventually(
    async () => (await rest('GET', `/cards/${card.id}`)).body.state,
    (state) => state === 'ACTIVE',
  );

  const pages = [await look(card.id)];
  await rest('PATCH', `/cards/${card.id}`, { body: { state: 'FROZEN' } });
  pages.push(await look(card.id));
  const closed = await rest('PATCH', `/cards/${card.id}`, { body: { state: 'CLOSED' } });

  expect([...pages, closed.status]).toEqual([200, 200, 200]);
});

test('passwords in the wrong place are refused, and not echoed', async () => {
  const answers = [
    await createCard({ rest }, holder, { threeDSecurePassword: newPassword('a password of a card in USD') }),
    await createCard({ rest }, holder, { fundingSources: [EUR], threeDSecurePassword: newPassword('a long password').repeat(5) }),
    await createCard({ rest }, holder, { platformCardId: 7, threeDSecurePassword: newPassword('a password of a wrong card') }),
    await rest('PATCH', '/cards/x', { body: { threeDSecurePassword: newPassword('a changed password') } }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404]);
});

test.each(['card', 'card_reveal'])('without the table %s calls fail, without echoing their input', async (table) => {
  const { body: card } = await createCard({ rest }, holder, {});
  await eventually(
    async () => (await rest('GET', `/cards/${card.id}`)).body.state,
    (state) => state === 'ACTIVE',
  );
  const { body: revealed } = await bare('POST', `/cards/${card.id}/reveal`);
  const { pathname } = new URL(revealed.panEmbedUrl);
  links.hide('a lost token', pathname.slice(pathname.lastIndexOf('/') + 1));
  await database.query(`alter table cards.${table} rename to hidden`);

  const more = { fundingSources: [EUR], threeDSecurePassword: newPassword('a lost password') };
  const statuses = [
    (await createCard({ rest }, holder, more)).status,
    (await rest('POST', `/cards/${card.id}/reveal`)).status,
    (await fetch(platform.origin + pathname)).status,
  ];
  await database.query(`alter table cards.hidden rename to ${table}`);

  expect(statuses).toEqual(table === 'card' ? [500, 500, 500] : [201, 500, 500]);
});

test('none of it was seen', async () => {
  await eventually(
    () => receiver.types().filter((type) => type === 'CARD.STATE_CHANGE').length,
    (count) => count >= 6,
  );
  const { output } = await platform.end();
  const events = receiver.received.map(({ bytes, headers, body }) => ({
    place: `the event ${body.type}`,
    content: Buffer.concat([bytes, Buffer.from(JSON.stringify(headers))]),
  }));
  const kept = await valuesIn(DATABASE_URL);
  const places = [...seen, ...events, ...kept, { place: 'the log', content: output }];

  expect(output).toContain('A request failed.');
  expect(kept.length).toBeGreaterThan(100);
  expect(canary.findings(places)).toEqual([]);
  expect(links.findings(places)).toEqual([]);
  const ofCards = kept.filter(({ place }) => place.startsWith('cards.card')).map(({ content }) => String(content));
  expect(codes).toHaveLength(4);
  expect(ofCards.filter((content) => codes.some((code) => content === code || content.includes(`"${code}"`)))).toEqual([]);
});
