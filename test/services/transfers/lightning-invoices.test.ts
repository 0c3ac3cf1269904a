// Lightning invoices: each is paid once, with its amount.
import { expect, test } from 'vitest';
import { AccountDirectoryService, ExternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { brokenInvariants } from '../../kit/books.ts';
import { dieAt } from '../../kit/death.ts';
import type { Tenant } from '../../kit/platform.ts';
import { deathsIn } from './dying-process.ts';
import { realtime, send } from './pushes-world.ts';
import { transfer } from './transfer-parties.ts';
import { execute, newBank, newPayer, quote, startTransfers, steps, transaction } from './transfers-world.ts';

const world = await startTransfers();
const { recover } = deathsIn(world);

let number = 0;

/** An invoice over 5,000 satoshi by default. */
const newInvoice = ({ beginning = 'lnbcrt50u1', suffix = '999' } = {}) =>
  `${beginning}pvjluez${String(number++).padStart(8, 'q')}${suffix}`;

async function newPayee(tenant: Tenant, { invoice = newInvoice(), customerId }: { invoice?: string; customerId?: string } = {}) {
  const accountInfo = { accountType: 'LIGHTNING', invoice };
  const body = { currency: 'BTC', accountInfo, ...(customerId && { customerId }) };
  const answer = await tenant.rest('POST', '/customers/external-accounts', { body });
  expect(answer.status).toBe(201);
  return String(answer.body.id);
}

const statusOf = async (tenant: Tenant, accountId: string) =>
  (await tenant.rest('GET', `/customers/external-accounts/${accountId}`)).body.status;

async function newBitcoinPayer(tenant: Tenant = world) {
  const { customerId, accountId } = await newPayer(tenant, { amount: 1_000_000, currency: 'BTC' });
  const pay = (to: string, amount: number) => quote(tenant, accountId, to, { lockedCurrencyAmount: amount });
  return { tenant, customerId, accountId, pay };
}

const refusal = ({ status, body }: { status: number; body: { code: string; details?: { reason: string } } }) => [
  status,
  body.code,
  body.details?.reason,
];

const used = [400, 'INVALID_RECEIVER', 'INVOICE_USED'];

test('an invoice is paid once, and its account is INACTIVE from then on', async () => {
  const { pay } = await newBitcoinPayer();
  const payee = await newPayee(world);
  const [first, open] = [await pay(payee, 5_000), await pay(payee, 5_000)];

  const paid = await execute(world, first.body.id);
  const again = await execute(world, open.body.id);
  const late = await pay(payee, 5_000);

  expect([paid.status, paid.body.status]).toEqual([200, 'COMPLETED']);
  expect(await statusOf(world, payee)).toBe('INACTIVE');
  const inactive = [400, 'INVALID_RECEIVER', { accountStatus: 'INACTIVE' }];
  expect([again, late].map(({ status, body }) => [status, body.code, body.details])).toEqual([inactive, inactive]);
  const events = (await world.bodies()).filter(({ resource }) => resource === payee);
  expect(events.map(({ type, data }) => [type, data.status])).toEqual([['EXTERNAL_ACCOUNT.STATUS_UPDATED', 'INACTIVE']]);
});

test('an account with another Lightning destination stays open', async () => {
  const { accountId } = await newBitcoinPayer();
  const accountInfo = { accountType: 'LIGHTNING', lightningAddress: 'ana@wallet.example' };
  const { body } = await world.rest('POST', '/customers/external-accounts', { body: { currency: 'BTC', accountInfo } });

  for (const lockedCurrencyAmount of [1_000, 2_000]) {
    const { body: made } = await quote(world, accountId, body.id, { lockedCurrencyAmount });
    expect((await execute(world, made.id)).body.status).toBe('COMPLETED');
  }

  expect(await statusOf(world, body.id)).toBe('ACTIVE');
});

test.each([4_999, 5_001])('a quote of %d satoshi for an invoice over 5,000 is refused', async (amount) => {
  const { accountId, pay } = await newBitcoinPayer();
  const payee = await newPayee(world);

  const answers = [await pay(payee, amount), await transfer(world, 'out', { from: accountId, to: payee, amount })];

  const details = { reason: 'INVOICE_AMOUNT_MISMATCH', received: amount, required: 5_000, currency: 'BTC' };
  for (const { status, body } of answers) expect([status, body.code, body.details]).toEqual([400, 'INVALID_AMOUNT', details]);
  expect(await statusOf(world, payee)).toBe('ACTIVE');
});

test('an invoice without an amount accepts any, and is paid once as well', async () => {
  const { accountId, pay } = await newBitcoinPayer();
  const payee = await newPayee(world, { invoice: newInvoice({ beginning: 'lnbcrt1' }) });
  const open = await pay(payee, 777);

  const paid = await transfer(world, 'out', { from: accountId, to: payee, amount: 1_234 });

  expect([paid.status, paid.body.status]).toEqual([201, 'COMPLETED']);
  expect((await execute(world, open.body.id)).body.code).toBe('INVALID_RECEIVER');
});

test.each(['002', '004'])('a payment that fails leaves its invoice open (%s)', async (suffix) => {
  const { pay } = await newBitcoinPayer();
  const payee = await newPayee(world, { invoice: newInvoice({ suffix }) });

  for (let round = 0; round < 2; round++) {
    expect((await execute(world, (await pay(payee, 5_000)).body.id)).body.status).toBe('FAILED');
  }

  expect(await statusOf(world, payee)).toBe('ACTIVE');
});

test('a payment under way blocks others of its invoice until it has failed', async () => {
  const { pay } = await newBitcoinPayer();
  const payee = await newPayee(world, { invoice: newInvoice({ suffix: '005' }) });
  const [first, other] = [await pay(payee, 5_000), await pay(payee, 5_000)];
  await execute(world, first.body.id);

  const early = await execute(world, other.body.id);
  world.wall.advance(30_000);
  await world.settle();
  const late = await execute(world, other.body.id);

  expect(refusal(early)).toEqual(used);
  expect([late.status, late.body.status]).toEqual([200, 'PROCESSING']);
});

test('an execution refused for its balance leaves the invoice open', async () => {
  const poor = await newPayer(world, { amount: 0, currency: 'BTC' });
  const payee = await newPayee(world);
  const { body: made } = await quote(world, poor.accountId, payee, { lockedCurrencyAmount: 5_000 });
  const { pay } = await newBitcoinPayer();

  const short = await execute(world, made.id);
  const atOnce = await quote(world, poor.accountId, payee, { lockedCurrencyAmount: 5_000, immediatelyExecute: true });
  const paid = await execute(world, (await pay(payee, 5_000)).body.id);

  const insufficient = [400, 'INVALID_AMOUNT', 'INSUFFICIENT_BALANCE'];
  expect([short, atOnce].map(refusal)).toEqual([insufficient, insufficient]);
  expect(paid.body.status).toBe('COMPLETED');
});

test('one invoice on two accounts is one invoice, even if an operator reopens its account', async () => {
  const { customerId, pay } = await newBitcoinPayer();
  const invoice = newInvoice();
  const payees = [await newPayee(world, { invoice }), await newPayee(world, { invoice: invoice.toUpperCase(), customerId })];
  const [first, other] = await Promise.all(payees.map((payee) => pay(payee, 5_000)));
  await execute(world, first?.body.id);
  const again = await pay(payees[1] ?? '', 5_000);
  const directory = world.internal(AccountDirectoryService);
  await directory.changeExternalAccountStatus({ accountId: payees[0] ?? '', change: ExternalAccountChange.ENABLED });
  const reopened = await pay(payees[0] ?? '', 5_000);

  const answers = await Promise.all([other, again, reopened].map((made) => execute(world, made?.body.id)));

  expect(answers.map(refusal)).toEqual([used, used, used]);
});

test('money for an invoice paid in the meantime is returned', async () => {
  const { customerId, pay } = await newBitcoinPayer();
  const payee = await newPayee(world);
  const more = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 5_000 };
  const { body: pushed } = await realtime(world, { customerId, to: payee, more });
  dieAt('payout submitted'); // it is under way: the account is still ACTIVE
  await execute(world, (await pay(payee, 5_000)).body.id);

  const { body } = await send(world, pushed.id);
  await recover();

  expect(body).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED', refund: { status: 'COMPLETED' } });
  expect(await steps(world, pushed.transactionId)).toEqual(['FUND', 'RELEASE', 'REFUND_DONE']);
  expect(await statusOf(world, payee)).toBe('INACTIVE');
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});

test('a pull for an invoice with another payment is refused before it begins', async () => {
  const { customerId, pay } = await newBitcoinPayer();
  const payee = await newPayee(world, { invoice: newInvoice({ suffix: '005' }) });
  const more = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 5_000 };
  const { body: pulled } = await quote(world, await newBank(world, customerId), payee, more);
  await execute(world, (await pay(payee, 5_000)).body.id);

  expect(refusal(await execute(world, pulled.id))).toEqual(used);
});

test.each(['execution begun', 'hold booked', 'payout submitted', 'concluded'])(
  "a payment whose process dies at '%s' is completed, and its invoice is used up",
  async (point) => {
    const { pay } = await newBitcoinPayer();
    const payee = await newPayee(world);
    const [first, other] = [await pay(payee, 5_000), await pay(payee, 5_000)];
    dieAt(point);
    await execute(world, first.body.id);
    const meanwhile = await execute(world, other.body.id);

    await recover();

    expect([meanwhile.status, meanwhile.body.code]).toEqual([400, 'INVALID_RECEIVER']);
    expect((await transaction(world, first.body.transactionId)).status).toBe('COMPLETED');
    expect(await statusOf(world, payee)).toBe('INACTIVE');
  },
);
