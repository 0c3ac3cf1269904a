// Refusals by gRPC: complete within the headers that all clients accept, with the same details as by Connect.
import { once } from 'node:events';
import { connect as connectH2 } from 'node:http2';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { findTrailerError } from '@connectrpc/connect/protocol-grpc';
import { expect, test } from 'vitest';
import { brokenElements, enveloped, updateConfigPath } from '../../bench/attacks/messages.ts';
import { ErrorDetailSchema } from '../../gen/payments/common/v1/error_detail_pb.ts';
import { CustomerService, ListCustomersRequestSchema } from '../../gen/payments/customers/v1/customer_pb.ts';
import { ListTransactionsRequestSchema, TransactionService } from '../../gen/payments/transfers/v1/transaction_pb.ts';
import { refusalFrom } from '../../services/kit/messages/fail.ts';
import { openAttacked } from '../kit/attacked.ts';

const { origin, authorization, door } = await openAttacked();
const { address } = await door();

/** The headers of a refused gRPC call: their size as HTTP/2 counts it, and the refusal. */
async function refusalOf(method: string, message: Buffer) {
  const session = connectH2(address);
  const head = { ':method': 'POST', ':path': method, 'content-type': 'application/grpc', te: 'trailers', authorization };
  const stream = session.request(head);
  stream.end(enveloped(message));
  const [headers] = await once(stream, 'response');
  session.destroy();
  const own = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const size = own.reduce((sum, [name, value]) => sum + name.length + value.length + 32, 0);
  const error = findTrailerError(
    new Headers(own.filter(([name]) => name.startsWith('grpc-')).map(([...pair]): [string, string] => [pair[0], pair[1]])),
  );
  return { size, refusal: refusalFrom(error) };
}

test.each([
  ['thousands of broken rules', updateConfigPath, brokenElements(1_900)],
  ['an id of a mebibyte', '/payments.customers.v1.CustomerService/GetCustomer', longText(1)],
])('what gRPC tells of %s fits into the headers that clients take', async (_, method, message) => {
  const { size, refusal } = await refusalOf(method, message);

  expect(size).toBeLessThan(8 * 1024);
  expect(refusal).toBeDefined();
});

test('of field errors gRPC tells as many as fit', async () => {
  const { refusal } = await refusalOf(updateConfigPath, brokenElements(1_900));

  expect(refusal?.details?.errors).toContainEqual({ field: 'supportedCurrencies.0.currencyCode', message: 'is required' });
});

test.each([
  [
    'platformCustomerId',
    CustomerService,
    'ListCustomers',
    toBinary(ListCustomersRequestSchema, create(ListCustomersRequestSchema, { platformCustomerId: 'a\0b' })),
  ],
  [
    'reference',
    TransactionService,
    'ListTransactions',
    toBinary(ListTransactionsRequestSchema, create(ListTransactionsRequestSchema, { reference: 'a\0b' })),
  ],
] as const)('U+0000 in %s is an invalid field at the ports of RPC', async (field, { typeName }, method, bytes) => {
  const path = `/${typeName}/${method}`;
  const byGrpc = (await refusalOf(path, Buffer.from(bytes))).refusal;
  const headers = { 'content-type': 'application/proto', authorization };
  const byConnect = await fetch(origin + path, { method: 'POST', headers, body: new Uint8Array(bytes) });

  const [{ value }] = (await byConnect.json()).details;
  const told = fromBinary(ErrorDetailSchema, Buffer.from(value, 'base64')).details;
  const errors = [{ field, message: 'must not contain U+0000 or an unpaired surrogate' }];
  expect([byGrpc?.details, told]).toEqual([{ errors }, { errors }]);
});

/** A message whose field of this number is a text of a mebibyte. */
function longText(field: number): Buffer {
  const text = Buffer.alloc(1024 * 1024, 'a');
  return Buffer.concat([Buffer.from([field * 8 + 2, 0x80, 0x80, 0x40]), text]);
}
