// A provider of liveness checks as an operator would write it: a separate gRPC server. The test decides about checks.
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { CheckStatus, LivenessService } from '../../../gen/payments/liveness/v1/liveness_pb.ts';
import { serve } from '../../rails/grpc-service.ts';
import { claimsIn } from '../../rails/rail-tokens.ts';

const secret = Buffer.from(process.env.LIVENESS_SECRET ?? '', 'hex');
const checks = new Set<string>();
let decision: CheckStatus = CheckStatus.PENDING;

const server = new Server();
serve(server, {
  desc: LivenessService,
  implementation: {
    startCheck: ({ checkId }) => {
      checks.add(checkId);
      return { accessToken: `token of ${checkId}`, verificationLink: `https://liveness.example/${checkId}` };
    },
    getCheck: ({ checkId }) => ({ status: checks.has(checkId) ? decision : CheckStatus.PENDING }),
  },
  callerOf: (authorization) => {
    const { aud, sub } = claimsIn(authorization.replace('Bearer ', ''), secret, Date.now() / 1000);
    if (aud !== 'liveness') throw new Error('The token is for another provider.');
    return sub;
  },
});
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send?.({ address: `http://127.0.0.1:${port}` });
});
process.on('message', (next: CheckStatus) => {
  decision = next;
  process.send?.({});
});
