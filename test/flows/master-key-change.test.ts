// During a master key rotation, processes with different newest keys run concurrently. For its end see reseal.test.ts.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { versionPrefix } from '../../gateway/version.ts';
import { startWorld, type World } from '../kit/platform.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const before = await startWorld({ masterKeys: [oldKey, newKey] });
const { databaseUrl } = before;
const during = await startWorld({ masterKeys: [newKey, oldKey], databaseUrl });

/** As one platform, at any of these processes. */
async function call({ raw }: World, line: string, body?: object) {
  const [method = '', path = ''] = line.split(' ');
  const headers = { authorization: before.token, ...(body && { 'content-type': 'application/json' }) };
  const payload = body && { payload: JSON.stringify(body) };
  const { status, text } = await raw({ method, url: versionPrefix + path, headers, ...payload });
  return { status, body: JSON.parse(text) };
}

const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD'] };
const newCustomer = async (world: World): Promise<string> => (await call(world, 'POST /customers', person)).body.id;

const iban = 'DE89370400440532013000';
const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' };
const accountInfo = { accountType: 'EUR_ACCOUNT', iban, beneficiary };
const addAccount = (world: World, customerId: string) =>
  call(world, 'POST /customers/external-accounts', { customerId, currency: 'EUR', accountInfo });

async function pay(world: World, customerId: string, payee: string): Promise<void> {
  const { body: accounts } = await call(world, `GET /customers/internal-accounts?customerId=${customerId}&currency=USD`);
  const [{ id: accountId }] = accounts.data;
  await call(world, `POST /sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000 });
  const source = { sourceType: 'ACCOUNT', accountId };
  const destination = { destinationType: 'ACCOUNT', accountId: payee };
  const terms = { source, destination, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 20_000 };
  const { body: quote } = await call(world, 'POST /quotes', terms);
  const executed = await call(world, `POST /quotes/${quote.id}/execute`);
  expect(executed.status, JSON.stringify(executed.body)).toBe(200);
}

test('during the rotation each process opens what the other sealed, and finds duplicates and payments', async () => {
  const customerId = await newCustomer(before);
  const account = await addAccount(before, customerId);
  await pay(before, customerId, account.body.id);
  await pay(during, customerId, account.body.id);

  for (const world of [before, during]) {
    const twin = await addAccount(world, customerId);
    const read = await call(world, `GET /customers/external-accounts/${account.body.id}`);
    const found = await call(world, `GET /transactions?receiverAccountIdentifier=${iban}&customerId=${customerId}`);

    expect([account.status, twin.status, twin.body.code]).toEqual([201, 409, 'CONFLICT']);
    expect(read.body.accountInfo.iban).toBe(iban);
    expect(found.body.totalCount).toBe(2);
  }
});
