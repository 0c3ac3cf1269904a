// Requests by gRPC, in Node.js: browsers cannot send them.
import { createGrpcTransport } from '@connectrpc/connect-node';
import type { OpenTransport } from '../src/transport.ts';
import { overRpc, type Services } from './transport.ts';

export const grpcTo =
  (services: Services): OpenTransport =>
  ({ baseUrl }) =>
    overRpc(createGrpcTransport({ baseUrl }), services);
