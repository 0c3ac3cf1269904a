// Dry runs by gRPC and Connect: metadata with the same name as the header of REST.
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { startWorld } from '../kit/platform.ts';
import { openRpcDoors } from '../kit/rpc-doors.ts';

const world = await startWorld();
const doors = await openRpcDoors(world);
const ada = { kind: { case: 'individual', value: { fullName: 'Ada Lovelace' } } } as const;

test.each(doors)('a dry run by %s answers what would be created, and creates nothing', async (_name, transport) => {
  const customers = createClient(CustomerService, transport);
  const answered = new Headers();
  const onHeader = (headers: Headers) => headers.forEach((value, name) => answered.set(name, value));

  const { id } = await customers.createCustomer(ada, { headers: dry('true'), onHeader });

  expect(id).toMatch(/^Customer:/);
  expect(answered.get('dry-run')).toBe('true');
  expect((await world.rest('GET', `/customers/${id}`)).status).toBe(404);
});

test.each(doors)('an invalid header is refused by %s', async (_name, transport) => {
  const call = createClient(CustomerService, transport).createCustomer(ada, { headers: dry('1') });

  const error = await call.catch((thrown: unknown) => ConnectError.from(thrown));

  expect(error).toMatchObject({ code: Code.InvalidArgument, rawMessage: 'The header Dry-Run must be true or false.' });
});

function dry(header: string) {
  return { authorization: world.token, 'dry-run': header };
}
