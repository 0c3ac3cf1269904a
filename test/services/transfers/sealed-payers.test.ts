// Personal data in payments is sealed in the database, and shown to the platforms involved.
import { expect, test } from 'vitest';
import { select } from '../../kit/books.ts';
import { openCanary, valuesIn } from '../../kit/canary.ts';
import { businessBank, fund, makePayee, makePayer, quoteBody } from '../../kit/payments.ts';
import { receive, startReceiving } from './uma-receiving.ts';
import { at } from './uma-world.ts';

const world = await startReceiving();

const transferValues = async () => (await valuesIn(world.databaseUrl)).filter(({ place }) => place.startsWith('transfers.'));

test('the payer data of a UMA payment is shown, and never stored in clear text', async () => {
  const canary = openCanary();
  const taxId = '900-70-0000';
  canary.hide('the tax number', taxId);
  const set = await world.scene((count) =>
    count === 1 ? { status: 422, body: JSON.stringify({ requiredFields: ['TAX_ID'] }) } : {},
  );
  const { body } = await receive(set, { senderUmaAddress: at('success.eur') });
  await world.settle();
  await world.settle();

  const { body: shown } = await set.tenant.rest('GET', `/transactions/${body.id}`);

  expect([shown.source.umaAddress, shown.counterpartyInformation]).toEqual([at('success.eur'), { TAX_ID: taxId }]);
  expect(canary.findings(await transferValues())).toEqual([]);
});

test('the description of a payment is shown, and never stored in clear text', async () => {
  const canary = openCanary();
  const description = 'For the wedding of Ada';
  canary.hide('the description', description);
  const { rest } = await world.newPlatform();
  const payer = await makePayer(rest);
  const to = await makePayee(rest, payer.customerId);
  const body = { ...quoteBody({ from: payer.accountId, to }), description };

  const { body: quote } = await rest('POST', '/quotes', { body });
  const { body: shown } = await rest('GET', `/transactions/${quote.transactionId}`);

  expect(shown.description).toBe(description);
  expect(canary.findings(await transferValues())).toEqual([]);
});

test("a customer's data is sealed under the customer's key, and the platform's own payment under the master key", async () => {
  const description = 'For the rent';
  const { rest } = await world.newPlatform();
  const payer = await makePayer(rest);
  const { body: accounts } = await rest('GET', '/platform/internal-accounts?currency=USD');
  const from = accounts.data[0].id;
  await fund(rest, from, 100_000);
  const { body: bank } = await rest('POST', '/platform/external-accounts', { body: businessBank });
  const own = { ...quoteBody({ from, to: bank.id }), description };
  const payersOwn = { ...quoteBody({ from: payer.accountId, to: await makePayee(rest, payer.customerId) }), description };

  const made = [await rest('POST', '/quotes', { body: own }), await rest('POST', '/quotes', { body: payersOwn })];

  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  expect(await Promise.all(made.map(({ body }) => isUnderMasterKey(body.transactionId)))).toEqual([true, false]);
  for (const { body } of made)
    expect((await rest('GET', `/transactions/${body.transactionId}`)).body.description).toBe(description);
});

async function isUnderMasterKey(transactionId: string): Promise<boolean> {
  const question = `select substring(personal for 4) in (select id from transfers.master_key) as "isIt" from transfers.transaction where id = $1`;
  const [row] = await select<{ isIt: boolean }>(world.databaseUrl, question, [transactionId.split(':')[1]]);
  return row?.isIt ?? false;
}
