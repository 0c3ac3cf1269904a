// The main job end to end against running processes: over REST and gRPC, with webhooks to a real receiver.
import { execFileSync } from 'node:child_process';
import { credentials, loadPackageDefinition, Metadata, type ServiceError } from '@grpc/grpc-js';
import { loadFileDescriptorSetFromBuffer } from '@grpc/proto-loader';
import { expect, inject, test } from 'vitest';
import { services } from '../../services/all.ts';
import { isVerified, readPublicKeys } from '../../services/webhooks/domain/signature.ts';
import { startProcess, token } from '../kit/launch.ts';
import type { Outside } from '../kit/outside.ts';
import { balancesOf, eventually, makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { type Received, startReceiver } from '../kit/receiver.ts';
import type { Rest } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';
import { inTurn } from '../kit/send.ts';
import { flowDatabase } from './flow-database.ts';

const { origins, rpcOf } = inject('outside') ?? (await startOne());
const restInTurn = inTurn(origins.map((origin) => restAt(origin)));
const rest: Rest = (...call) => restInTurn()(...call);
const receiver = await startReceiver();
await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });

test('a customer is onboarded, funded and paid over REST, and every webhook is signed and in order', async () => {
  const payer = await makePayer(rest, 100_000);
  const payee = await makePayee(rest, payer.customerId);
  const quote = await makeQuote(rest, { from: payer.accountId, to: payee, amount: 20_000 });

  const executed = await rest('POST', `/quotes/${quote.id}/execute`);

  expect([executed.status, executed.body.status]).toEqual([200, 'COMPLETED']);
  const { body: transaction } = await rest('GET', `/transactions/${quote.transactionId}`);
  expect(transaction).toMatchObject({
    status: 'COMPLETED',
    quoteId: quote.id,
    sentAmount: { amount: 20_000, currency: { code: 'USD' } },
    receivedAmount: { amount: quote.totalReceivingAmount, currency: { code: 'GBP' } },
  });
  expect(await balancesOf(rest, payer)).toEqual({ available: 80_000, total: 80_000 });
  await eventually(
    () => typesOf(quote.transactionId),
    (types) => types.length >= 3,
  );
  expect(typesOf(quote.transactionId)).toEqual([
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.PROCESSING',
    'OUTGOING_PAYMENT.COMPLETED',
  ]);
  const last = receiver.received.findLast(({ body }) => body.data.id === quote.transactionId);
  expect(last?.body.data).toEqual(transaction);
  const balances = () => receiver.received.filter(({ body }) => body.type === balanceUpdated && body.data.id === payer.accountId);
  await eventually(balances, (events) => events.length >= 3);
  expect(balances().map(balanceIn)).toEqual([
    { available: 100_000, total: 100_000 }, // funded
    { available: 80_000, total: 100_000 }, // held
    { available: 80_000, total: 80_000 }, // handed over
  ]);
  expect(await unverified()).toEqual([]);
});

test("a payment to another customer's account arrives, and both sides have a transaction", async () => {
  const [payer, receiving] = await Promise.all([makePayer(rest, 5_000), makePayer(rest, 1)]);
  const quote = await makeQuote(rest, { from: payer.accountId, to: receiving.accountId, amount: 5_000 });

  const executed = await rest('POST', `/quotes/${quote.id}/execute`);

  expect(executed.body.status).toBe('COMPLETED');
  expect(await balancesOf(rest, payer)).toEqual({ available: 0, total: 0 });
  expect(await balancesOf(rest, receiving)).toEqual({ available: 5_001, total: 5_001 });
  const { body: incoming } = await rest('GET', `/transactions?customerId=${receiving.customerId}&type=INCOMING`);
  expect(incoming.data).toMatchObject([
    { quoteId: quote.id, status: 'COMPLETED', receivedAmount: { amount: 5_000 } },
    { status: 'COMPLETED', receivedAmount: { amount: 1 } },
  ]);
});

test('a gRPC client with only the protos does the same job', async () => {
  const grpc = grpcClient();

  const customer = await grpc('customers.v1.CustomerService', 'createCustomer', {
    individual: { full_name: 'Ada Lovelace' },
    currencies: ['USD'],
  });
  const accounts = await grpc('accounts.v1.InternalAccountService', 'listCustomerInternalAccounts', { customer_id: customer.id });
  const account = accounts.data.find(({ balance }: Answer) => balance.currency.code === 'USD');
  await grpc('transfers.v1.SandboxService', 'fundInternalAccount', { account_id: account.id, amount: '100000' });
  const payee = await makePayee(rest, customer.id);
  const { quote } = await grpc('transfers.v1.QuoteService', 'createQuote', {
    source: { account: { account_id: account.id } },
    destination: { account: { account_id: payee } },
    locked_currency_side: 'QUOTE_LOCK_SIDE_SENDING',
    locked_currency_amount: '20000',
  });
  const executed = await grpc('transfers.v1.QuoteService', 'executeQuote', { quote_id: quote.id });
  const { outgoing } = await grpc('transfers.v1.TransactionService', 'getTransaction', { transaction_id: quote.transaction_id });

  expect(executed.quote.status).toBe('QUOTE_STATUS_COMPLETED');
  expect(outgoing).toMatchObject({ sent_amount: { amount: '20000' }, received_amount: { amount: quote.total_receiving_amount } });
  const { body } = await rest('GET', `/quotes/${quote.id}`);
  expect(body).toMatchObject({ status: 'COMPLETED', transactionId: quote.transaction_id });
});

async function startOne(): Promise<Outside> {
  const { origin, rpc } = await startProcess({ env: { DATABASE_URL: await flowDatabase() } });
  return { origins: [origin], rpcOf: Object.fromEntries(services.map(({ name }) => [name, [rpc]])) };
}

const balanceUpdated = 'INTERNAL_ACCOUNT.BALANCE_UPDATED';

function typesOf(resource: string): string[] {
  return receiver.received.filter(({ body }) => body.data.id === resource).map(({ body }) => body.type);
}

function balanceIn({ body }: Received) {
  const { balance, totalBalance } = body.data;
  return { available: balance.amount, total: totalBalance.amount };
}

/** Types of the webhooks with an invalid signature. */
async function unverified(): Promise<string[]> {
  const answer = await fetch(`${origins[0]}/.well-known/webhook-public-key.pem`);
  const keys = readPublicKeys(await answer.text());
  const signatureOf = ({ headers }: Received) => String(headers['x-service-signature']);
  return receiver.received.filter((one) => !isVerified(one.bytes, signatureOf(one), keys)).map(({ body }) => body.type);
}

type Unary = (request: object, metadata: Metadata, done: (error: ServiceError | null, answer: Answer) => void) => void;
// biome-ignore lint/suspicious/noExplicitAny: a client that knows the protos at run time alone
type Answer = any; // oxlint-disable-line typescript/no-explicit-any

/** Calls any method by name under `payments`, at the processes of its service in turn. */
function grpcClient() {
  const turns = new Map(Object.entries(rpcOf).map(([name, addresses]) => [name, inTurn(addresses)]));
  const descriptors = execFileSync('buf', ['build', 'proto', '--as-file-descriptor-set', '-o', '-'], { maxBuffer: 1 << 26 });
  const options = { longs: String, enums: String, oneofs: true };
  const { payments } = loadPackageDefinition(loadFileDescriptorSetFromBuffer(descriptors, options)) as Answer;
  const metadata = new Metadata();
  metadata.set('authorization', token);

  return (service: string, method: string, request: object): Promise<Answer> => {
    const Service = service.split('.').reduce((found, name) => found[name], payments);
    const client = new Service(turns.get(service.split('.')[0] ?? '')?.(), credentials.createInsecure()) as Record<
      string,
      Unary
    > & { close(): void };
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    client[method]?.(request, metadata, (error, answer) => (error ? reject(error) : resolve(answer)));
    return promise.finally(() => client.close());
  };
}
