// After an erasure nobody can read anything about the person, not even with the database and the master key.
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { CustomerDirectoryService } from '../../gen/payments/customers/v1/customer_directory_pb.ts';
import { select } from '../kit/books.ts';
import { openCanary, valuesIn } from '../kit/canary.ts';
import { opened } from '../kit/opened.ts';
import { startWorld } from '../kit/platform.ts';
import { startReceiver } from '../kit/receiver.ts';
import { type Cardholder, createCard } from '../services/cards/cards-world.ts';
import { authorized } from '../services/cards/payments-world.ts';
import { upload } from '../services/customers/documents.ts';
import { accountOf, fund } from '../services/transfers/transfers-world.ts';
import { at, umaQuote } from '../services/transfers/uma-world.ts';

const masterKey = Buffer.alloc(32, 9);
const world = await startWorld({ settings: { eraseAfterDays: 31 }, masterKeys: [masterKey] });
const { rest } = world;
const letters = (count: number) => Array.from({ length: count }, () => 'abcdefghijklmnopqrstuvwxyz'[randomInt(26)]).join('');
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

const person = {
  fullName: `Zoe ${letters(12)}`,
  birthDate: '1987-11-23',
  identifier: `${digits(3)}-${digits(2)}-${digits(4)}`,
  email: `${letters(12)}@example.com`,
  phoneNumber: `+1415555${digits(4)}`,
};
const payee = { fullName: `Grace ${letters(12)}`, accountNumber: `${digits(8)}911` };
const texts = { description: `For ${letters(12)}`, remittanceInformation: `Ref ${letters(10)}` };
const shop = `Shop ${letters(12)}`;
const umaReceiver = at('success.usd');
const umaName = letters(14);
const friend = `Mary ${letters(12)}`;

const underKey = (key: string) => ({ 'Idempotency-Key': key });

const canary = openCanary();
for (const [name, text] of Object.entries({ ...person, payee: payee.fullName, number: payee.accountNumber, ...texts }))
  canary.hide(name, text);
canary.hide('the UMA address of the payee', umaReceiver);
canary.hide('the name in the UMA address', umaName);
canary.hide('friend', friend);
canary.hide('merchant', shop);

const stored = () => valuesIn(world.databaseUrl);
const legible = (seen: Awaited<ReturnType<typeof stored>>) => canary.findings(opened(seen, masterKey));
const names = (found: readonly { readonly secret: string }[]) => [...new Set(found.map(({ secret }) => secret))].toSorted();

/** Pays a bank account, a UMA address and with a card, with a receiver for every webhook. */
async function live(): Promise<string> {
  const receiver = await startReceiver();
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const body = { customerType: 'INDIVIDUAL', idType: 'SSN', currencies: ['USD'], ...person };
  const { body: made } = await rest('POST', '/customers', { body, headers: underKey('customer') });
  const umaAddress = `$${umaName}@${made.umaAddress.split('@')[1]}`;
  await rest('PATCH', `/customers/${made.id}`, { body: { customerType: 'INDIVIDUAL', umaAddress } });
  const accountId = await accountOf(world, made.id, 'USD');
  await fund(world, accountId, 100_000);
  const bank = { accountType: 'USD_ACCOUNT', accountNumber: payee.accountNumber, routingNumber: '021000021' };
  const accountInfo = { ...bank, beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: payee.fullName } };
  const external = await rest('POST', '/customers/external-accounts', {
    headers: underKey('account'),
    body: { customerId: made.id, currency: 'USD', accountInfo },
  });
  const invitation = await rest('POST', '/invitations', { body: { inviterUma: umaAddress, firstName: friend } });
  const document = await upload(rest, made.id, { name: `${letters(12)}.pdf` });
  const toBank = await rest('POST', '/quotes', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: external.body.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
      ...texts,
    },
  });
  const toUma = await umaQuote(world, { accountId, receiver: umaReceiver });
  expect([external.status, invitation.status, document.status, toBank.status, toUma.status]).toEqual([201, 201, 201, 201, 201]);
  for (const { id } of [toBank.body, toUma.body]) expect((await rest('POST', `/quotes/${id}/execute`)).status).toBe(200);
  await world.settle();
  await payByCard({ customerId: made.id, accounts: { USD: accountId } });
  return made.id;
}

async function payByCard(holder: Cardholder): Promise<void> {
  const { body: card } = await createCard(world, holder);
  await world.settle();
  const { status } = await authorized(world, card.id, { descriptor: shop });
  expect(status).toBe('AUTHORIZED');
  await world.settle();
}

const isReply = ({ place }: { readonly place: string }) => place.endsWith('.idempotency.reply');

const personalColumn = 'select id, personal from transfers.transaction where personal is not null';

test('nothing about an erased person is readable, not even in a backup without its keys, and the earlier export was complete', async () => {
  const customerId = await live();
  const backup = await stored();
  const personal = await select<{ id: string; personal: Buffer }>(world.databaseUrl, personalColumn);
  const { records } = await world.internal(CustomerDirectoryService).exportCustomer({ customerId });
  const exported = canary.findings([{ place: 'export', content: JSON.stringify(records.map(({ fields }) => fields)) }]);
  const transactions = (await rest('GET', `/transactions?customerId=${customerId}`)).body;
  const { body: accounts } = await rest('GET', `/customers/internal-accounts?customerId=${customerId}`);
  await fund(world, accounts.data[0].id, 1); // balance events continue

  await rest('DELETE', `/customers/${customerId}`);
  await world.advance(32 * 24 * 3600);
  world.wall.advance(32 * 24 * 3600 * 1000);
  await world.settle();

  const all = Object.keys({ ...person, ...texts });
  expect(names(legible(backup))).toEqual(expect.arrayContaining(all));
  expect(names(exported)).toEqual(
    [...all, 'friend', 'merchant', 'number', 'payee', 'the UMA address of the payee', 'the name in the UMA address'].toSorted(),
  );
  const after = await stored();
  expect(legible(after)).toEqual([]);
  const left = (await rest('GET', `/transactions?customerId=${customerId}`)).body;
  expect(left.totalCount).toBe(transactions.totalCount + 1);
  expect(JSON.stringify(left)).toContain('$erased');

  expect(backup.some(isReply)).toBe(true);
  const restored = backup.filter((value) => !value.place.endsWith('.personal_key.key') && !isReply(value));
  expect(names(legible([...restored, ...after]))).toEqual(['the UMA address of the payee', 'the name in the UMA address']);
  expect(personal).toHaveLength(2);
  for (const { id, personal: copy } of personal)
    await select(world.databaseUrl, 'update transfers.transaction set personal = $1 where id = $2', [copy, id]);
  expect((await rest('GET', `/transactions?customerId=${customerId}`)).body).toEqual(left);
});
