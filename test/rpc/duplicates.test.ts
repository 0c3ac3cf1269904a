// Over RPC a duplicate has another status than a wrong state, wherever the service runs; over REST both are the same conflict.
import { randomBytes, randomUUID } from 'node:crypto';
import { Code, type ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, expect, test } from 'vitest';
import { ExternalAccountService } from '../../gen/payments/accounts/v1/external_account_pb.ts';
import { OwnershipService, OwnershipVerificationMethod } from '../../gen/payments/accounts/v1/ownership_pb.ts';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { CustomerImportService } from '../../gen/payments/customers/v1/customer_import_pb.ts';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { accounts } from '../../services/accounts/service.ts';
import { services } from '../../services/all.ts';
import { auth } from '../../services/auth/service.ts';
import { customers } from '../../services/customers/service.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { silent } from '../../services/kit/core/log.ts';
import { nameOf, refusalFrom } from '../../services/kit/messages/fail.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';
import { platform } from '../../services/platform/service.ts';
import { startWorld } from '../kit/platform.ts';

const world = await startWorld({ doors: [platform, auth, customers, accounts] });
const { running, wall } = world;
const tokens = callerTokens({ keys: [randomBytes(32)], audiences: services.map(({ name }) => name), wall });
const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
const behind = await serve(running);
const remote = openRemote({ addressOf: () => behind.address, tokens });
const inFront = await serve({ ...running, dispatch: remote.dispatch });
afterAll(async () => {
  await inFront.close();
  await remote.close();
  await behind.close();
});

function serve(of: typeof running) {
  const quiet = { host: '127.0.0.1', port: 0, isReady: () => true, log: silent };
  return startRpcServer({ ...quiet, running: of, authenticate: authenticator.any });
}

const doors = [
  ['the process of the service', behind],
  ['another process', inFront],
] as const;

const own = { headers: { authorization: world.token } };
const under = (key: string) => ({ headers: { ...own.headers, 'idempotency-key': key } });
const ada = { kind: { case: 'individual', value: { fullName: 'Ada Lovelace' } } } as const;

/** The status code of a refused call, and the code in its details. */
async function errorOf(call: Promise<unknown>) {
  const error = await call.then(Promise.reject, (thrown: unknown) => thrown as ConnectError);
  return [Code[error.code], nameOf(refusalFrom(error)?.code ?? ErrorCode.UNSPECIFIED), error.metadata.get('idempotent-replayed')];
}

let payees = 0;

/** The request for a new bank account. No magic value. */
function payee() {
  payees += 1;
  const beneficiary = { kind: { case: 'business', value: { legalName: 'Neem Textiles LLP' } } } as const;
  const accountNumber = String(100_000_111 + 1_000 * payees);
  const value = { accountNumber, routingNumber: '021000021', beneficiary };
  return { currency: 'USD', accountInfo: { info: { case: 'usdAccount', value } } } as const;
}

test.each(doors)('a duplicate is ALREADY_EXISTS at %s', async (_, { address }) => {
  const transport = createGrpcTransport({ baseUrl: address });
  const [customer, account] = [createClient(CustomerService, transport), createClient(ExternalAccountService, transport)];
  const part = { uploadId: randomUUID(), number: 0, content: Buffer.from('x') };
  const [taken, umaAddress, body] = [{ ...ada, platformCustomerId: randomUUID() }, `$${randomUUID()}@localhost`, payee()];
  await createClient(CustomerImportService, transport).keepUploadPart(part, own);
  await customer.createCustomer({ ...taken, umaAddress }, own);
  await account.createExternalAccount(body, own);

  expect([
    await errorOf(customer.createCustomer(taken, own)),
    await errorOf(customer.createCustomer({ ...ada, umaAddress }, own)),
    await errorOf(account.createExternalAccount(body, own)),
    await errorOf(createClient(CustomerImportService, transport).keepUploadPart(part, own)),
  ]).toEqual([
    ['AlreadyExists', 'CONFLICT', null],
    ['AlreadyExists', 'UMA_ADDRESS_EXISTS', null],
    ['AlreadyExists', 'CONFLICT', null],
    ['AlreadyExists', 'CONFLICT', null],
  ]);
});

test.each(doors)(
  'the refusal of a duplicate stored under an idempotency key is ALREADY_EXISTS too at %s',
  async (_, { address }) => {
    const account = createClient(ExternalAccountService, createGrpcTransport({ baseUrl: address }));
    const [body, key] = [payee(), randomUUID()];
    await account.createExternalAccount(body, own);

    const first = await errorOf(account.createExternalAccount(body, under(key)));
    const again = await errorOf(account.createExternalAccount(body, under(key)));

    expect([first, again]).toEqual([
      ['AlreadyExists', 'CONFLICT', null],
      ['AlreadyExists', 'CONFLICT', 'true'],
    ]);
  },
);

test.each(doors)('a wrong state is FAILED_PRECONDITION at %s', async (_, { address }) => {
  const transport = createGrpcTransport({ baseUrl: address });
  const { id } = await createClient(ExternalAccountService, transport).createExternalAccount(payee(), own);
  const asked = { externalAccountId: id ?? '', method: OwnershipVerificationMethod.WALLET_SIGNATURE };

  const refused = createClient(OwnershipService, transport).createExternalAccountOwnershipChallenge(asked, own);

  expect(await errorOf(refused)).toEqual(['FailedPrecondition', 'CONFLICT', null]);
});
