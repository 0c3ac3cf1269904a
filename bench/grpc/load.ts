// A process that calls GetCustomer by gRPC with the official client, with many concurrent calls on one channel.
import { create, fromBinary, toBinary, toJson } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { CustomerSchema, CustomerService, GetCustomerRequestSchema } from '../../gen/payments/customers/v1/customer_pb.ts';
import { answerTasks } from '../kit/answer-tasks.ts';
import { callRepeatedly } from '../kit/callers.ts';

export interface GrpcLoad {
  readonly address: string;
  /** Public ids, requested in turn. */
  readonly ids: readonly string[];
  readonly authorization: string;
  readonly calls: number;
}

/** JSON of the last message. */
export type GrpcAnswer = string;

const inFlight = 32;
const path = `/${CustomerService.typeName}/GetCustomer`;
const clients = new Map<string, Client>();

answerTasks<GrpcLoad, GrpcAnswer>(async ({ address, ids, authorization, calls }) => {
  const client = clients.get(address) ?? new Client(address, credentials.createInsecure());
  clients.set(address, client);
  const metadata = new Metadata();
  metadata.set('authorization', authorization);
  let last = new Uint8Array();
  await callRepeatedly(inFlight, calls, async (index) => {
    last = await get(client, metadata, ids[index % ids.length] ?? '');
  });
  return JSON.stringify(toJson(CustomerSchema, fromBinary(CustomerSchema, last)));
});

function get(client: Client, metadata: Metadata, customerId: string): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const request = create(GetCustomerRequestSchema, { customerId });
  client.makeUnaryRequest(
    path,
    (message: typeof request) => Buffer.from(toBinary(GetCustomerRequestSchema, message)),
    (bytes) => bytes,
    request,
    metadata,
    (error, bytes) => (bytes ? resolve(new Uint8Array(bytes)) : reject(error)),
  );
  return promise;
}
