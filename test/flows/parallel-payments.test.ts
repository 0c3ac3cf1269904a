// 200 concurrent callers pay the same thing through two processes: it is paid once.
import { expect, test } from 'vitest';
import { atOnce, type Send } from '../kit/at-once.ts';
import { brokenInvariants, stepsOf } from '../kit/books.ts';
import { balancesOf, businessBank, fund, type Payer, quoteBody } from '../kit/payments.ts';
import type { RestAnswer } from '../kit/rest.ts';
import { startPair } from './pair.ts';

const { databaseUrl, doors, rest } = await startPair();

const callers = 200;

test('of 200 payments of one Lightning invoice one succeeds', async () => {
  const payer = await newBitcoinPayer();
  const invoice = await newInvoice();
  const body = quoteBody({ from: payer.accountId, to: invoice, amount: 5_000 });
  const quotes = await atOnce(
    doors,
    times((door) => door('POST', '/quotes', { body })),
  );

  const answers = await atOnce(
    doors,
    quotes.map(
      ({ body: { id } }): Send =>
        (door) =>
          door('POST', `/quotes/${id}/execute`),
    ),
  );

  const paid = answers.filter(({ status }) => status === 200);
  expect(paid.map(({ body: { status } }) => status)).toEqual(['COMPLETED']);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(kindOf))).toEqual(new Set(['400 INVALID_RECEIVER']));
  expect(await balancesOf(rest, payer)).toEqual({ available: 995_000, total: 995_000 });
  expect((await rest('GET', `/customers/external-accounts/${invoice}`)).body.status).toBe('INACTIVE');
  expect(await brokenInvariants(databaseUrl)).toEqual([]);
});

test.each([
  ['pushed', (customerId: string) => ({ sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId })],
  ['pulled', async (customerId: string) => ({ sourceType: 'ACCOUNT', accountId: await newBank(customerId) })],
])('of 200 sandbox payments of one %s quote one is accepted', async (_, sourceOf) => {
  const { id: customerId } = await made('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada', currencies: ['USD'] });
  const [source, to] = [await sourceOf(customerId), await newBank(customerId)];
  const quote = await made('/quotes', { ...quoteBody({ from: '', to }), source });
  const body = { quoteId: quote.id, currencyCode: 'USD' };

  const answers = await atOnce(
    doors,
    times((door) => door('POST', '/sandbox/send', { body })),
  );
  const later = await rest('POST', '/sandbox/send', { body });

  const taken = answers.filter(({ status }) => status === 200);
  expect(taken.map(({ body: { id } }) => id)).toEqual([quote.transactionId]);
  const refused = [...answers.filter(({ status }) => status !== 200), later].map((answer) => answer.body);
  expect(refused).toEqual(refused.map(() => later.body));
  expect(later.body).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  expect(await stepsOf(databaseUrl, quote.transactionId)).toEqual(['FUND', 'DISPATCH', 'SETTLE']);
  const { body: list } = await rest('GET', `/transactions?customerId=${customerId}`);
  expect([list.totalCount, list.data[0].status]).toEqual([1, 'COMPLETED']);
  expect(await brokenInvariants(databaseUrl)).toEqual([]);
});

async function newBitcoinPayer(): Promise<Payer> {
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['BTC'] };
  const { id: customerId } = await made('/customers', person);
  const { body: list } = await rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=BTC`);
  const accountId = list.data[0].id;
  await fund(rest, accountId, 1_000_000);
  return { customerId, accountId };
}

/** The account of an invoice over 5,000 satoshi. */
async function newInvoice(): Promise<string> {
  const accountInfo = { accountType: 'LIGHTNING', invoice: 'lnbcrt50u1pvjluez0parallel999' };
  return (await made('/customers/external-accounts', { currency: 'BTC', accountInfo })).id;
}

let banks = 0;

async function newBank(customerId: string): Promise<string> {
  const accountInfo = { ...businessBank.accountInfo, accountNumber: `${++banks}999` };
  return (await made('/customers/external-accounts', { ...businessBank, customerId, accountInfo })).id;
}

async function made(path: string, body: object): Promise<RestAnswer['body']> {
  const answer = await rest('POST', path, { body });
  expect(answer.status, `POST ${path}: ${JSON.stringify(answer.body)}`).toBe(201);
  return answer.body;
}

const times = (send: Send): Send[] => Array.from({ length: callers }, () => send);

const kindOf = ({ status, body }: RestAnswer) => `${status} ${body.code}`;
