// A stablecoin provider as an operator would write it: a separate gRPC server. It accepts the credentials of the test, and has one token.
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { StablecoinProviderService } from '../../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import { StablecoinIssuanceStatus } from '../../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { serve } from '../../rails/grpc-service.ts';
import { claimsIn } from '../../rails/rail-tokens.ts';

/** Ids of accounts by client id and secret: `id:secret`. */
export type Known = Readonly<Record<string, readonly string[]>>;

const secret = Buffer.from(process.env.STABLECOIN_PROVIDER_SECRET ?? '', 'hex');
let known: Known = {};
const networkTokenIdentifier = 'btkn1harxac';
const issuanceStatus = StablecoinIssuanceStatus.PENDING_REVIEW;

const server = new Server();
serve(server, {
  desc: StablecoinProviderService,
  implementation: {
    verifyCredentials: ({ credentials }) => {
      const reached = known[`${credentials?.apiClientId}:${credentials?.apiClientSecret}`];
      return { isAccepted: reached !== undefined, providerAccountIds: [...(reached ?? [])] };
    },
    findToken: ({ credentials, providerTokenIdentifier: symbol }) => {
      const isAccepted = `${credentials?.apiClientId}:${credentials?.apiClientSecret}` in known;
      const token = { networkTokenIdentifier, name: 'Harbor Dollar', symbol, baseCurrency: 'USD', decimals: 6, issuanceStatus };
      return { isAccepted, ...(isAccepted && symbol === 'HARBOR' && { token }) };
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
