// A stablecoin provider as an operator would write it: a separate gRPC server. It accepts the credentials of the test.
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { StablecoinProviderService } from '../../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import { serve } from '../../rails/grpc-service.ts';
import { claimsIn } from '../../rails/rail-tokens.ts';

/** Ids of accounts by client id and secret: `id:secret`. */
export type Known = Readonly<Record<string, readonly string[]>>;

const secret = Buffer.from(process.env.STABLECOIN_PROVIDER_SECRET ?? '', 'hex');
let known: Known = {};

const server = new Server();
serve(server, {
  desc: StablecoinProviderService,
  implementation: {
    verifyCredentials: ({ credentials }) => {
      const reached = known[`${credentials?.apiClientId}:${credentials?.apiClientSecret}`];
      return { isAccepted: reached !== undefined, providerAccountIds: [...(reached ?? [])] };
    },
  },
  callerOf: (authorization) => {
    const { aud, sub } = claimsIn(authorization.replace('Bearer ', ''), secret, Date.now() / 1000);
    if (aud !== 'stablecoin_providers') throw new Error('The token is for another provider.');
    return sub;
  },
});
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send?.({ address: `http://127.0.0.1:${port}` });
});
process.on('message', (accepted: Known) => {
  known = accepted;
  process.send?.({});
});
