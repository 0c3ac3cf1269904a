// The TypeScript client by REST, Connect and gRPC: the same calls have the same results and errors.
import { describe, expect, test } from 'vitest';
import { type ApiError, createClient, type Parts } from '../../clients/typescript/src/main.ts';
import { callSigned } from '../../clients/typescript/src/wallets.ts';
import { messageBytesMax } from '../../services/kit/messages/message-bounds.ts';
import { authenticated } from '../contract/operations.ts';
import { credentialOf, requestOf, unknownId, withoutNew } from '../contract/requests.ts';
import { makeThings } from '../contract/things.ts';
import { form } from '../contract/valid-bodies.ts';
import { startWorld } from '../kit/platform.ts';
import { clientOperations, openTransports } from '../kit/typescript-client.ts';
import { stampOf } from '../kit/wallet-client.ts';
import { newHolder } from '../kit/wallet-holder.ts';

const world = await startWorld();
const things = await makeThings(world);
await world.settle();
const operationNamed = await clientOperations();
const transports = await openTransports(world);
const credentials = { clientId: world.clientId, clientSecret: world.clientSecret };
const clients = transports.map(([name, reach]) => [name, createClient({ ...reach, credentials, retriesMax: 0 })] as const);

/** What each client returns, or how it is refused, by transport. */
async function outcomes(id: string, input: Parts): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const [, client] of clients) found.push(await client.call(operationNamed(id), input).then(withoutNew, refusalIn));
  return found;
}

/** Without the id of the request. */
function refusalIn({ name, status, code, message, details, nextStep }: ApiError) {
  return { name, status, code, message, details, nextStep };
}

const byPlatform = authenticated.filter((operation) => credentialOf(operation, things).token === undefined);

test.each(byPlatform.filter(({ verb }) => verb === 'GET'))('$name has the same result by each', async (operation) => {
  const { ids, query } = requestOf(operation, things);

  const [byRest, ...others] = await outcomes(operation.id, { path: ids, query });

  expect(byRest).not.toHaveProperty('name', 'ApiError');
  expect(others).toEqual([byRest, byRest]);
});

const addressed = byPlatform.filter(({ verb, variables, takesForm }) => verb !== 'GET' && variables.length > 0 && !takesForm);

test.each(addressed)('$name has the same refusal by each', async (operation) => {
  const { body } = requestOf(operation, things);
  const path = Object.fromEntries(operation.variables.map((name) => [name, unknownId(operation, name)]));

  const [byRest, ...others] = await outcomes(operation.id, { path, body });

  expect(byRest).toHaveProperty('name', 'ApiError');
  expect(others).toEqual([byRest, byRest]);
});

test('invalid fields have the same names by each', async () => {
  const [byRest, ...others] = await outcomes('startScaFactorEnrollment', { body: { type: 'TOTP' } });

  expect(byRest).toMatchObject({ code: 'INVALID_INPUT', details: { errors: [{ field: 'customerId' }] } });
  expect(others).toEqual([byRest, byRest]);
});

test('an unknown field is refused by each, if the call is strict', async () => {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', nickName: 'Ada' };

  const [byRest, ...others] = await outcomes('createCustomer', { body, headers: { 'Service-Strict': 'true' } });

  expect(byRest).toMatchObject({ code: 'INVALID_INPUT', details: { errors: [{ field: 'nickName' }] } });
  expect(others).toEqual([byRest, byRest]);
});

describe.each(clients)('by %s', (_name, client) => {
  test('a value that the operation does not have is refused', async () => {
    const refused = client.call(operationNamed('createCustomer'), { body: { customerType: 'ELEPHANT' } });

    await expect(refused).rejects.toMatchObject({ status: 400, code: 'INVALID_INPUT', idempotencyKey: expect.any(String) });
  });

  test('a signed retry is one call', async () => {
    const { accountId, key } = await newHolder(world);
    const operation = operationNamed('updateInternalAccount');
    const input = { path: { id: accountId }, body: { privateEnabled: true } };

    const changed = await callSigned(client, { operation, input, sign: async (payload) => stampOf(payload, key) });

    expect(changed).toMatchObject({ id: accountId, privateEnabled: true });
  });

  test('a dry run returns what would be created, and creates nothing', async () => {
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };

    const dry = await client.call(operationNamed('createCustomer'), { body }, { dryRun: true });

    expect(dry).toMatchObject({ id: expect.stringMatching(/^Customer:/), fullName: 'Ada Lovelace' });
    const found = client.call(operationNamed('getCustomer'), { path: { customerId: (dry as { id: string }).id } });
    await expect(found).rejects.toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
  });

  test('a dry run is refused like the call', async () => {
    const operation = operationNamed('createCustomer');

    const refused = client.call(operation, { body: { customerType: 'ELEPHANT' } }, { dryRun: true });

    await expect(refused).rejects.toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  });

  test('a document is uploaded', async () => {
    const uploaded = await client.call(operationNamed('uploadDocument'), { body: form({ documentHolder: things.undecidedId }) });

    expect(uploaded).toMatchObject({ fileName: 'passport.pdf', documentType: 'PASSPORT' });
  });

  test('a file that is larger than a message is uploaded', async () => {
    const body = new FormData();
    body.append('file', new Blob(['customerType,fullName\r\nINDIVIDUAL,', 'Ada'.repeat(messageBytesMax)]), 'customers.csv');

    const dry = await client.call(operationNamed('uploadCustomersCsv'), { body }, { dryRun: true });
    const accepted = await client.call(operationNamed('uploadCustomersCsv'), { body });

    expect([dry, accepted]).toMatchObject([{ status: 'PENDING' }, { status: 'PENDING' }]);
  });
});
