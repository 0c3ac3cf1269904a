// What people tell of themselves in payments is sealed in the database, and shown to their platforms.
import { expect, test } from 'vitest';
import { openCanary, valuesIn } from '../../kit/canary.ts';
import { makePayee, makePayer, quoteBody } from '../../kit/payments.ts';
import { receive, startReceiving } from './uma-receiving.ts';
import { at } from './uma-world.ts';

const world = await startReceiving();

const transferValues = async () => (await valuesIn(world.databaseUrl)).filter(({ place }) => place.startsWith('transfers.'));

test('what institutions tell each other of the people behind a UMA payment is shown, and stands nowhere in clear', async () => {
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

test('the description of a payment is shown, and stands nowhere in clear', async () => {
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
