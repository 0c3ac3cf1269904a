// A waiting payment always has a job that ends the wait. The audit finds those without a job, and no others.
import { expect, test } from 'vitest';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { select } from '../kit/books.ts';
import { logIn, newEuropean, newIban } from '../kit/european.ts';
import { expectErrors } from '../kit/log.ts';
import { makePayee, makePayer, makeQuote, quoteBody } from '../kit/payments.ts';
import { newBank } from '../services/transfers/transfers-world.ts';
import { receive, startReceiving } from '../services/transfers/uma-receiving.ts';

expectErrors('Ledger invariant violated.');

const world = await startReceiving();

async function findings(): Promise<string> {
  await world.running.audit();
  const { payload } = await world.app.inject({ method: 'GET', url: '/metrics' });
  return /findings\{service="transfers"\} (\d+)/.exec(payload)?.[1] ?? '';
}

const orphan = (id: string) =>
  select(world.databaseUrl, `delete from transfers.job where payload ->> 'transactionId' = $1`, [uuidIn(id)]);

test('a payment that waits for its platform, a pull under way, and a pending proof', async () => {
  const set = await world.scene({ status: 202 });
  const { body: issued } = await receive(set);
  expect(await world.eventTypes(set, issued.id)).toEqual(['PENDING']);
  const payer = await makePayer(set.tenant.rest);
  const bank = await newBank(set.tenant, payer.customerId, '005');
  const pull = { source: { accountId: bank }, destination: { accountId: payer.accountId }, amount: 10 };
  const { body: pulled } = await set.tenant.rest('POST', '/transfer-in', { body: pull });
  const european = await newEuropean(set.tenant.rest);
  await logIn(set.tenant.rest, european.customerId);
  const path = { from: european.accountId, to: await newIban(set.tenant.rest, european.customerId) };
  const { body: quote } = await set.tenant.rest('POST', '/quotes', { body: quoteBody(path) });
  const { body: challenged } = await set.tenant.rest('POST', `/quotes/${quote.id}/execute`);

  const counts = [await findings()];
  for (const id of [issued.id, pulled.id, quote.transactionId]) {
    await orphan(id);
    counts.push(await findings());
  }

  expect([issued.status, pulled.status, challenged.status]).toEqual(['PENDING', 'PENDING', 'PENDING_AUTHORIZATION']);
  expect(counts).toEqual(['0', '1', '2', '3']);
});

test.each([
  ['money that came too late and does not go back', `state = 'LATE_FUNDED', arrived_amount = 1`],
  ['a cancellation that has begun', `state = 'CANCELLING'`],
])('%s', async (_, change) => {
  const payer = await makePayer(world.rest);
  const quote = await makeQuote(world.rest, {
    from: payer.accountId,
    to: await makePayee(world.rest, payer.customerId),
    amount: 20_000,
  });
  const before = Number(await findings());

  await select(world.databaseUrl, `update transfers.transaction set ${change}, lapses_at = null where quote_id = $1`, [
    uuidIn(quote.id),
  ]);

  expect(Number(await findings()) - before).toBe(1);
});
