// A stablecoin provider as an operator would write it: a separate gRPC server. It accepts the credentials of the test, and tokens named HARBOR….
import { Server, ServerCredentials } from '@grpc/grpc-js';
import {
  type CreateOperationRequest,
  StablecoinProviderService,
} from '../../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import { OperationState } from '../../../gen/payments/stablecoins/v1/operation_progress_pb.ts';
import { StablecoinSourceType } from '../../../gen/payments/stablecoins/v1/operation_requests_pb.ts';
import { StablecoinIssuanceStatus } from '../../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { serve } from '../../rails/grpc-service.ts';
import { claimsIn } from '../../rails/rail-tokens.ts';

/** Ids of accounts by client id and secret: `id:secret`. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** What the test tells the provider. */
export type Command =
  | { readonly accept: Known }
  /** Tokens become PROVISIONED at once. */
  | { readonly issue: true }
  /** From now on, each operation is created, but its first answer is lost. */
  | { readonly loseAnswers: boolean }
  /** Moves all operations to a state. */
  | { readonly move: keyof typeof OperationState }
  /** Asks for the operations. */
  | { readonly list: true };

/** An operation of the provider, and how often it was requested. */
export interface Held {
  readonly id: string;
  readonly amount: string;
  state: keyof typeof OperationState;
  requests: number;
}

const secret = Buffer.from(process.env.STABLECOIN_PROVIDER_SECRET ?? '', 'hex');
let known: Known = {};
let issuanceStatus: StablecoinIssuanceStatus = StablecoinIssuanceStatus.PENDING_REVIEW;
let losesAnswers = false;
const operations = new Map<string, Held>();
/** `HARBORqq` is `btkn1harxacqq`. */
const networkTokenOf = (symbol: string) => `btkn1harxac${symbol.slice('HARBOR'.length)}`;

const isKnown = (credentials: { apiClientId: string; apiClientSecret: string } | undefined) =>
  `${credentials?.apiClientId}:${credentials?.apiClientSecret}` in known;

const server = new Server();
serve(server, {
  desc: StablecoinProviderService,
  implementation: {
    verifyCredentials: ({ credentials }) => {
      const reached = known[`${credentials?.apiClientId}:${credentials?.apiClientSecret}`];
      return { isAccepted: reached !== undefined, providerAccountIds: [...(reached ?? [])] };
    },
    findToken: ({ credentials, providerTokenIdentifier: symbol }) => {
      const isAccepted = isKnown(credentials);
      const networkTokenIdentifier = networkTokenOf(symbol);
      const token = { networkTokenIdentifier, name: 'Harbor Dollar', symbol, baseCurrency: 'USD', decimals: 6, issuanceStatus };
      return { isAccepted, ...(isAccepted && symbol.startsWith('HARBOR') && { token }) };
    },
    createOperation: (request) => {
      if (!isKnown(request.credentials)) return { isAccepted: false };
      const held = request.stablecoinOperationId;
      const operation = operations.get(held) ?? start(request);
      operation.requests += 1;
      if (losesAnswers && operation.requests === 1) throw new Error('The answer is lost.');
      return { isAccepted: true, progress: progressOf(operation, request) };
    },
    findOperation: ({ credentials, stablecoinOperationId }) => {
      const operation = operations.get(stablecoinOperationId);
      const isAccepted = isKnown(credentials);
      return { isAccepted, ...(isAccepted && operation && { progress: { state: OperationState[operation.state] } }) };
    },
  },
  callerOf: (authorization) => {
    const { aud, sub } = claimsIn(authorization.replace('Bearer ', ''), secret, Date.now() / 1000);
    if (aud !== 'stablecoin_providers') throw new Error('The token is for another provider.');
    return sub;
  },
});

function start({ stablecoinOperationId: id, amount }: CreateOperationRequest): Held {
  const operation: Held = { id, amount: `${amount}`, state: 'PENDING', requests: 0 };
  operations.set(id, operation);
  return operation;
}

function progressOf({ state }: Held, { sourceType }: CreateOperationRequest) {
  const funding =
    sourceType === StablecoinSourceType.WIRE ? { bankName: 'Harbor Bank', reference: 'HARBOR-1' } : { address: 'spark1harbor' };
  return { state: OperationState[state], providerStatus: state.toLowerCase(), funding };
}

server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send?.({ address: `http://127.0.0.1:${port}` });
});
process.on('message', (command: Command) => {
  if ('accept' in command) known = command.accept;
  if ('issue' in command) issuanceStatus = StablecoinIssuanceStatus.PROVISIONED;
  if ('loseAnswers' in command) losesAnswers = command.loseAnswers;
  if ('move' in command) for (const operation of operations.values()) operation.state = command.move;
  process.send?.({ operations: [...operations.values()] });
});
