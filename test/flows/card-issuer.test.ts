// A production platform and the card issuer of its operator, each in a process of its own.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { makeDue, select } from '../kit/books.ts';
import { openCanary, valuesIn } from '../kit/canary.ts';
import { internalAt } from '../kit/internal-at.ts';
import { startProcess } from '../kit/launch.ts';
import { eventually } from '../kit/payments.ts';
import { restAt } from '../kit/rest-at.ts';
import { createCard, newCardholder } from '../services/cards/cards-world.ts';
import type { IssuedCard } from '../services/cards/example-issuer.ts';
import { issuerSecret, startIssuer } from '../services/cards/issuer-process.ts';
import { pour } from '../services/transfers/refused-books.ts';
import { flowDatabase } from './flow-database.ts';
import { newProductionPlatform } from './production-platform.ts';

const issuer = await startIssuer();
const { tell } = issuer;
const DATABASE_URL = await flowDatabase();
const env = {
  DATABASE_URL,
  MODE: 'production',
  RATE_LIMIT_PER_SECOND: '0',
  ISSUER_URL: issuer.address,
  ISSUER_SECRET: issuerSecret,
  LOG_LEVEL: 'trace',
};
const platform = await startProcess({ env });
const { platformId, authorization } = await newProductionPlatform(platform, ['--regulated', '--currencies', 'USD,EUR']);
const rest = restAt(platform.origin, authorization);

const holder = await newCardholder({ rest });
const accounts = internalAt(AccountDirectoryService, platform.rpc, platformId);
for (const accountId of Object.values(holder.accounts))
  await accounts.changeInternalAccountStatus({ accountId, change: InternalAccountChange.PROVISIONED });

const canary = openCanary();
canary.hide('the password of a card', 'correct horse battery');
canary.hide('the password of a card that was not created', 'staple and battery');

const cardAt = async (id: string) => (await rest('GET', `/cards/${id}`)).body;
const change = (id: string, state: string) => rest('PATCH', `/cards/${id}`, { body: { state } });
const untilIssuerHas = (id: string, expected: IssuedCard) =>
  eventually(
    async () => (await tell('cards'))[id] ?? {},
    (card) => Object.entries(expected).every(([name, value]) => card[name as keyof IssuedCard] === value),
  );
const untilCardIs = async (id: string, state: string) => {
  await makeDue(DATABASE_URL); // a pending order is repeated after a minute
  return eventually(
    () => cardAt(id),
    (card) => card.state === state,
  );
};

test('an issuer gets the password and the order, provisions the card, and learns each state', async () => {
  const platformCardId = 'groceries';
  const more = { fundingSources: [holder.accounts.EUR], platformCardId, threeDSecurePassword: 'correct horse battery' };

  const { status, body: card } = await createCard({ rest }, holder, more);
  const ordered = await untilIssuerHas(card.id, { platformCardId });
  const named = await tell({ nameOn: card.id, address: `http://${platform.rpc}` });
  await tell({ platformCardId, outcome: 'provisioned' });
  const active = await untilCardIs(card.id, 'ACTIVE');

  expect([status, card.state]).toEqual([201, 'PROCESSING']);
  expect(ordered).toMatchObject({ currency: 'EUR', platformId, password: 'correct horse battery' });
  expect(named[card.id]?.name).toBe('Ada Lovelace');
  expect(active).toMatchObject({ last4: '4242', expMonth: 7, expYear: 2030, brand: 'MASTERCARD', issuerRef: 'issuer-1' });
  await untilIssuerHas(card.id, { state: 'ACTIVE' });
  for (const state of ['FROZEN', 'ACTIVE', 'CLOSED']) {
    expect((await change(card.id, state)).status).toBe(200);
    await untilIssuerHas(card.id, { state });
  }
});

test('an issuer asks for decisions and reports clearings, and repeated calls move nothing twice', async () => {
  const platformCardId = 'purchases';
  await tell({ platformCardId, outcome: 'provisioned' });
  const { body: card } = await createCard({ rest }, holder, { platformCardId });
  await untilCardIs(card.id, 'ACTIVE');
  await pour({ internal: (desc) => internalAt(desc, platform.rpc, platformId) }, holder.accounts.USD ?? '', 5_000n);

  const purchase = { purchaseWith: card.id, address: `http://${platform.rpc}` };
  await tell({ ...purchase, amount: 3_000 });
  const { decisions } = (await tell({ ...purchase, amount: 3_000 }))[card.id] ?? {};

  expect(decisions).toEqual(['approved', 'INSUFFICIENT_FUNDS']);
  const { body: list } = await rest('GET', `/transactions?type=CARD&customerId=${holder.customerId}`);
  expect(list.data.map(({ status }: { status: string }) => status)).toEqual(['EXCEPTION', 'SETTLED']);
  const { body: accounts } = await rest('GET', `/customers/internal-accounts?customerId=${holder.customerId}&currency=USD`);
  const { balance, totalBalance } = accounts.data[0];
  expect([balance.amount, totalBalance.amount]).toEqual([2_000, 2_000]);
});

test('an issuer rejects an order', async () => {
  await tell({ platformCardId: 'rejected', outcome: 'rejected' });

  const { body } = await createCard({ rest }, holder, { platformCardId: 'rejected' });

  const { state, stateReason } = await untilCardIs(body.id, 'CLOSED');
  expect([state, stateReason]).toEqual(['CLOSED', 'ISSUER_REJECTED']);
});

test('an issuer shows a card on a page of its own, of which the platform keeps a hash', async () => {
  await rest('PATCH', '/config', { body: { umaDomain: 'wallet.example' } });
  await tell({ platformCardId: 'shown', outcome: 'provisioned' });
  const { body: card } = await createCard({ rest }, holder, { platformCardId: 'shown' });
  await untilCardIs(card.id, 'ACTIVE');

  const { status, body } = await rest('POST', `/cards/${card.id}/reveal`);

  const { sessions } = (await tell('cards'))[card.id] ?? {};
  expect([status, sessions]).toEqual([200, [{ url: body.panEmbedUrl, origins: ['https://wallet.example'] }]]);
  const kept = await select(DATABASE_URL, 'select token_hash from cards.card_reveal where card_id = $1', [uuidIn(card.id)]);
  expect(kept).toEqual([{ token_hash: createHash('sha256').update(body.panEmbedUrl).digest() }]);
  canary.hide('the page of an issuer', body.panEmbedUrl);
});

test('without its issuer, a password creates no card, an order waits, and a card is not shown', async () => {
  const { body: list } = await rest('GET', '/cards?platformCardId=shown');
  await issuer.stop();

  const more = { fundingSources: [holder.accounts.EUR], platformCardId: 'refused', threeDSecurePassword: 'staple and battery' };
  const refused = await createCard({ rest }, holder, more);
  const ordered = await createCard({ rest }, holder, { platformCardId: 'waiting' });
  const shown = await rest('POST', `/cards/${list.data[0].id}/reveal`);

  expect([refused.status, ordered.status, shown.status]).toEqual([503, 201, 503]);
  expect((await rest('GET', '/cards?platformCardId=refused')).body.totalCount).toBe(0);
  expect((await cardAt(ordered.body.id)).state).toBe('PROCESSING');
});

test('passwords and pages are neither in the database nor in the log', async () => {
  const { output } = await platform.end();

  const kept = await valuesIn(DATABASE_URL);

  expect(kept.length).toBeGreaterThan(100);
  expect(canary.findings([...kept, { place: 'the log', content: output }])).toEqual([]);
});
