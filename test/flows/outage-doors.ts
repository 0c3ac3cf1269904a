// Calls over every door of a process, with outcomes in the same words.
import { Code, ConnectError, createClient, type Transport } from '@connectrpc/connect';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { PlatformService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { type TestProcess, token } from '../kit/launch.ts';
import { restAt } from '../kit/rest-at.ts';
import { rpcDoorsAt } from '../kit/rpc-doors.ts';

export interface OutageDoor {
  /** Calls the service of platforms. */
  read(): Promise<string>;
  /** Calls the service of customers, and its table. */
  create(): Promise<string>;
}

export const done = 'done';
/** A refusal that says when to try again: 503 over REST, UNAVAILABLE over RPC. */
export const unavailable = 'unavailable, retry after 1';

export function doorsOf({ origin, rpc }: TestProcess): readonly OutageDoor[] {
  return [restDoor(origin), ...rpcDoorsAt({ grpc: `http://${rpc}`, origin }).map(([, transport]) => rpcDoor(transport))];
}

function restDoor(origin: string): OutageDoor {
  const rest = restAt(origin);
  const outcomeOf = ({ status, body, headers }: Awaited<ReturnType<typeof rest>>) => {
    if (status < 300) return done;
    return status === 503 && body.code === 'SERVICE_UNAVAILABLE' ? retryAfter(headers['retry-after']) : `${status} ${body.code}`;
  };
  const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada', currencies: ['USD'] };
  return {
    read: () => rest('GET', '/config').then(outcomeOf),
    create: () => rest('POST', '/customers', { body: ada }).then(outcomeOf),
  };
}

function rpcDoor(transport: Transport): OutageDoor {
  const own = { headers: { authorization: token } };
  const outcomeOf = (thrown: unknown) => {
    const { code, metadata, message } = ConnectError.from(thrown);
    return code === Code.Unavailable ? retryAfter(metadata.get('retry-after')) : message;
  };
  const ada = { kind: { case: 'individual' as const, value: { fullName: 'Ada' } }, currencies: ['USD'] };
  return {
    read: () =>
      createClient(PlatformService, transport)
        .getConfig({}, own)
        .then(() => done, outcomeOf),
    create: () =>
      createClient(CustomerService, transport)
        .createCustomer(ada, own)
        .then(() => done, outcomeOf),
  };
}

const retryAfter = (seconds: string | null | undefined) => `unavailable, retry after ${seconds}`;
