// Cards of production platforms: refused without an issuer, and provisioned by the operator's.
import { expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { IssuedCardState, IssuerService, type ProvisionCardResponse } from '../../../gen/payments/issuing/v1/issuer_pb.ts';
import { services } from '../../../services/all.ts';
import { defineService, serve } from '../../../services/kit/service/service.ts';
import { startWorld } from '../../kit/platform.ts';
import { createCard, newCardholder, refusalOf } from './cards-world.ts';

const calls: unknown[] = [];
const answers: Partial<ProvisionCardResponse>['outcome'][] = [];
const issuing = defineService({
  name: 'issuing',
  needs: {},
  serves: [
    serve(IssuerService, {
      setThreeDSecurePassword: async ({ cardId, password }) => {
        calls.push([cardId, password]);
        return {};
      },
      provisionCard: async ({ cardId, cardholderId, platformCardId, currency }) => {
        calls.push([cardId, cardholderId, platformCardId, currency]);
        return { outcome: answers.shift() ?? { case: undefined } };
      },
      setCardState: async ({ cardId, state }) => {
        calls.push([cardId, state]);
        return {};
      },
      createRevealSession: async ({ cardId, allowedOrigins }) => {
        calls.push([cardId, allowedOrigins]);
        return { url: 'https://issuer.example/cards/1?token=2' };
      },
    }),
  ],
  migrations: [],
  open: () => ({}),
});

const serviceUrls = new Map([['issuing', 'http://issuer.example']]);
const [without, connected] = await Promise.all([
  startWorld({ mode: 'production' }),
  startWorld({ mode: 'production', doors: [...services, issuing], settings: { serviceUrls } }),
]);

test.each([
  ['GET', '/cards?state=OPEN'],
  ['POST', '/cards'],
  ['GET', '/cards/x'],
  ['PATCH', '/cards/x'],
  ['POST', '/cards/x/reveal'],
] as const)('without an issuer, %s %s answers 501 before anything else is checked', async (verb, path) => {
  const answer = await without.rest(verb, path, verb === 'GET' ? {} : { body: { form: 'PHYSICAL' } });

  expect(refusalOf(answer).slice(0, 2)).toEqual([501, 'NOT_IMPLEMENTED']);
});

test('a token without the permission is refused before that', async () => {
  const viewer = await without.newPlatform({ permissions: [1] });

  expect(refusalOf(await viewer.rest('POST', '/cards', { body: {} })).slice(0, 2)).toEqual([403, 'FORBIDDEN']);
});

test('the issuer of the operator provisions a card when it has decided, and learns each state', async () => {
  const holder = await newCardholder(connected, { currencies: ['EUR'] });
  const { EUR: accountId = '' } = holder.accounts;
  const change = InternalAccountChange.PROVISIONED;
  await connected.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change });
  const issued = { last4: '4242', expMonth: 7, expYear: 2030, processorRef: 'p-1', issuerRef: 'i-1' };
  answers.push(
    { case: undefined },
    { case: 'provisioned', value: { $typeName: 'payments.issuing.v1.ProvisionedCard', ...issued } },
  );

  const more = { fundingSources: [accountId], platformCardId: 'card-001', threeDSecurePassword: 'correct horse' };
  const { body: card } = await createCard(connected, holder, more);
  await connected.settle();
  const pending = await connected.rest('GET', `/cards/${card.id}`);
  connected.wall.advance(61_000);
  await connected.settle();
  const { body: active } = await connected.rest('GET', `/cards/${card.id}`);
  await connected.rest('PATCH', `/cards/${card.id}`, { body: { state: 'FROZEN' } });
  await connected.settle();
  await connected.rest('PATCH', '/config', { body: { umaDomain: 'wallet.example' } });
  const { body: revealed } = await connected.rest('POST', `/cards/${card.id}/reveal`);

  expect([pending.body.state, active]).toEqual(['PROCESSING', expect.objectContaining({ state: 'ACTIVE', ...issued })]);
  const order = [card.id, holder.customerId, 'card-001', 'EUR'];
  expect(calls).toEqual([
    [card.id, 'correct horse'],
    order,
    order,
    [card.id, IssuedCardState.ACTIVE],
    [card.id, IssuedCardState.FROZEN],
    [card.id, ['https://wallet.example']],
  ]);
  expect(revealed.panEmbedUrl).toBe('https://issuer.example/cards/1?token=2');
});
