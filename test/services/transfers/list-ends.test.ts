// Transactions by their two ends: each is found by every name of its sender and receiver, and by no other.
import { describe, expect, test } from 'vitest';
import type { RestAnswer } from '../../kit/rest.ts';
import { execute, fund, newBank, newSepaBank, newWallet, quote, sharedTransfers } from './transfers-world.ts';
import { at, newPerson, umaQuote } from './uma-world.ts';

const world = await sharedTransfers();
const tenant = await world.newPlatform();
const payer = await newPerson(tenant, { amount: 50_000 });
const receiver = await newPerson(tenant);
const bank = await newBank(tenant, payer.customerId);
const sepa = await newSepaBank(tenant, payer.customerId);
const wallet = await newWallet(tenant, payer.customerId);

const made = async (answer: Promise<RestAnswer>, isExecuted = true): Promise<string> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(201);
  if (isExecuted) await execute(tenant, body.id);
  return body.transactionId;
};
const immediately = { immediatelyExecute: true };

const list = async (query: object): Promise<string[]> => {
  const text = new URLSearchParams({ limit: '100', ...query }).toString();
  return (await tenant.rest('GET', `/transactions?${text}`)).body.data.map(({ id }: { id: string }) => id);
};
const shown = async (id: string) => (await tenant.rest('GET', `/customers/external-accounts/${id}`)).body.accountInfo;

world.wall.advance(1_000); // so that the deposit of the start is the oldest
const toBank = await made(quote(tenant, payer.accountId, bank));
const toSepa = await made(quote(tenant, payer.accountId, sepa));
const toWallet = await made(quote(tenant, payer.accountId, wallet));
const pulled = await made(quote(tenant, bank, payer.accountId, immediately), false);
const toAddress = await made(umaQuote(tenant, { accountId: payer.accountId, receiver: at('success.usd') }));
const between = await made(umaQuote(tenant, { accountId: payer.accountId, receiver: receiver.umaAddress }));
const [twin = ''] = await list({ customerId: receiver.customerId });
const [credited = '', deposit = ''] = await list({ customerId: payer.customerId, type: 'INCOMING' }); // of the pull; of the start

const ofPayer = [between, toAddress, toWallet, toSepa, toBank];

describe.each([
  ['an account inside', async () => payer.accountId, [twin, ...ofPayer], [pulled, credited, deposit]],
  ['another account inside', async () => receiver.accountId, [], [twin, between]],
  ['a bank account', async () => bank, [pulled, credited], [toBank]],
  ['the number of a bank account', async () => (await shown(bank)).accountNumber, [pulled, credited], [toBank]],
  ['an IBAN', async () => (await shown(sepa)).iban, [], [toSepa]],
  ['an IBAN with spaces', async () => (await shown(sepa)).iban.replace(/(.{4})/g, '$1 ').trim(), [], [toSepa]],
  ['a wallet', async () => (await shown(wallet)).address, [], [toWallet]],
  ['an address outside', async () => at('success.usd'), [], [toAddress]],
  ['an address of a customer', async () => receiver.umaAddress, [], [twin, between]],
  ['the address of a payer', async () => payer.umaAddress, [twin], []],
  ['nothing that is known', async () => '0', [], []],
])('%s', (_, nameOf, sent, received) => {
  test('finds sent ones, received ones, and both', async () => {
    const name = await nameOf();
    const found = {
      sent: await list({ senderAccountIdentifier: name }),
      received: await list({ receiverAccountIdentifier: name }),
      both: await list({ accountIdentifier: name }),
    };

    const sorted = (ids: string[]) => ids.toSorted();
    expect({ sent: sorted(found.sent), received: sorted(found.received), both: sorted(found.both) }).toEqual({
      sent: sorted(sent),
      received: sorted(received),
      both: sorted([...new Set([...sent, ...received])]),
    });
  });
});

test('all filters apply together', async () => {
  const query = { senderAccountIdentifier: payer.accountId, type: 'OUTGOING', customerId: payer.customerId, status: 'COMPLETED' };

  expect((await list(query)).toSorted()).toEqual(ofPayer.toSorted());
  expect(await list({ ...query, receiverAccountIdentifier: wallet })).toEqual([toWallet]);
  expect(await list({ ...query, receiverAccountIdentifier: wallet, status: 'FAILED' })).toEqual([]);
  expect(await list({ ...query, customerId: receiver.customerId })).toEqual([]);
  expect(await list({ ...query, platformCustomerId: 'nobody' })).toEqual([]);
});

test('names of another platform find nothing here', async () => {
  const other = await world.newPlatform();
  const stranger = await newPerson(other);
  await fund(other, stranger.accountId, 5);

  expect(await list({ accountIdentifier: stranger.accountId })).toEqual([]);
  expect(await list({ customerId: stranger.customerId })).toEqual([]);
});

describe('a quote past its deadline', () => {
  const statusOf = async (status: string, customerId: string) => list({ customerId, status });

  test('is listed as expired from that moment on', async () => {
    const { customerId, accountId } = await newPerson(tenant);
    const open = await made(quote(tenant, accountId, await newBank(tenant, customerId)), false);
    const { body } = await tenant.rest('GET', `/transactions/${open}`);
    const { body: offer } = await tenant.rest('GET', `/quotes/${body.quoteId}`);
    expect([await statusOf('PENDING', customerId), await statusOf('EXPIRED', customerId)]).toEqual([[open], []]);

    world.wall.advance(Date.parse(offer.expiresAt) - world.wall.now().getTime());

    expect([await statusOf('PENDING', customerId), await statusOf('EXPIRED', customerId)]).toEqual([[], [open]]);
  });
});

describe('the range of days', () => {
  test('includes both ends, in any offset, to the millisecond', async () => {
    const { customerId, accountId } = await newPerson(tenant);
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      world.wall.advance(1);
      await fund(tenant, accountId, 1);
      ids.push((await list({ customerId }))[0] ?? '');
    }
    const { body } = await tenant.rest('GET', `/transactions/${ids[1]}`);
    const at1 = body.createdAt as string;
    const inParis = `${new Date(Date.parse(at1) + 3_600_000).toISOString().slice(0, -1)}+01:00`;

    expect(await list({ customerId, startDate: at1 })).toEqual([ids[2], ids[1]]);
    expect(await list({ customerId, endDate: at1 })).toEqual([ids[1], ids[0]]);
    expect(await list({ customerId, startDate: inParis, endDate: inParis })).toEqual([ids[1]]);
  });
});

test('ascending pages follow each other as well', async () => {
  const all = await list({ sortOrder: 'asc' });
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = new URLSearchParams({ sortOrder: 'asc', limit: '4', ...(cursor !== undefined && { cursor }) }).toString();
    const { body } = await tenant.rest('GET', `/transactions?${query}`);
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    if (!body.hasMore) break;
    cursor = body.nextCursor;
  }

  expect(seen).toEqual(all);
});
