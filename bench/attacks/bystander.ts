// A well-behaved client: reads a customer by gRPC, with a few concurrent calls, and reports their durations.
import { create, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { CustomerService, GetCustomerRequestSchema } from '../../gen/payments/customers/v1/customer_pb.ts';
import { answerTasks } from '../kit/answer-tasks.ts';
import { callsPerSecond } from '../kit/callers.ts';

export interface Behaviour {
  /** host:port */
  readonly address: string;
  readonly customerId: string;
  readonly authorization: string;
  readonly seconds: number;
}

const path = `/${CustomerService.typeName}/GetCustomer`;
const atOnce = 2;
const patienceMs = 5_000;
const clients = new Map<string, Client>();

/** Milliseconds of each call. */
answerTasks<Behaviour, number[]>(async ({ address, customerId, authorization, seconds }) => {
  const client = clients.get(address) ?? new Client(address, credentials.createInsecure());
  clients.set(address, client);
  const metadata = new Metadata();
  metadata.set('authorization', authorization);
  const request = Buffer.from(toBinary(GetCustomerRequestSchema, create(GetCustomerRequestSchema, { customerId })));
  const took: number[] = [];
  await callsPerSecond(atOnce, seconds, async () => {
    const startMs = performance.now();
    await get(client, request, metadata);
    took.push(performance.now() - startMs);
  });
  return took;
});

const asIs = (bytes: Buffer) => bytes;

/** Never throws: a failed call counts with its duration. */
function get(client: Client, request: Buffer, metadata: Metadata): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const deadline = Date.now() + patienceMs;
  client.makeUnaryRequest(path, asIs, asIs, request, metadata, { deadline }, () => resolve());
  return promise;
}
