// Calls to a connected provider over gRPC: repeated twice if no connection was made, and never once they may have arrived.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type handleUnaryCall, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { expect, onTestFinished, test } from 'vitest';
import { StablecoinProviderService } from '../../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import { clientOf } from '../../../services/kit/calls/clients.ts';
import { openRemote } from '../../../services/kit/rpc/remote.ts';
import { connectedProvider } from '../../../services/stablecoins/providers/connected-provider.ts';

const credentials = { provider: 'BRALE', apiClientId: 'client', apiClientSecret: 'secret' } as const;
const caller = {
  platformId: 'p1',
  environment: 'production',
  permissions: [],
  clockOffsetMs: 0,
  service: 'stablecoins',
} as const;

async function refusalAt(port: number): Promise<unknown> {
  const address = `http://127.0.0.1:${port}`;
  const remote = openRemote({ addressOf: () => address, tokens: { mint: async () => 'token' } });
  const call = { caller, requestId: 'request-1', signal: new AbortController().signal, admitted: true };
  const provider = connectedProvider(clientOf(StablecoinProviderService, remote.dispatch)(call));
  const refusal = await provider.verify(credentials).catch((error: unknown) => error);
  await remote.close();
  return refusal;
}

const unavailable = expect.objectContaining({ status: 503 });

test('a provider that accepts no connection is tried three times', async () => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void listener.close());

  expect(await refusalAt((listener.address() as AddressInfo).port)).toEqual(unavailable);
  expect(connections).toBe(3);
});

test.each([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.INTERNAL])(
  'a call that ended with the status %i is not repeated',
  async (code) => {
    let calls = 0;
    const server = new Server();
    const refuse: handleUnaryCall<Buffer, Buffer> = (_, answer) => {
      calls += 1;
      answer({ code, details: 'busy' });
    };
    const asIs = (bytes: Buffer) => bytes;
    server.register(`/${StablecoinProviderService.typeName}/VerifyCredentials`, refuse, asIs, asIs, 'unary');
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    onTestFinished(() => server.forceShutdown());

    expect(await refusalAt(port)).toEqual(unavailable);
    expect(calls).toBe(1);
  },
);
