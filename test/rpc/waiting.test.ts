// Slow calls between processes do not delay others.
import { randomBytes } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { Server, ServerCredentials, type sendUnaryData } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { ApprovalService, RequestApprovalRequestSchema } from '../../gen/payments/webhooks/v1/approval_pb.ts';
import { AcceptEventsRequestSchema, EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { callAs } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { eventually } from '../kit/payments.ts';

type Answer = sendUnaryData<Buffer>;

test('hundreds of hanging calls leave room for another one', async () => {
  const hanging: Answer[] = [];
  const empty = (answer: Answer) => answer(null, Buffer.alloc(0));
  const server = new Server({ 'grpc.max_concurrent_streams': 100 });
  const asIs = (bytes: Buffer) => bytes;
  const serve = (path: string, handle: (answer: Answer) => void) =>
    server.register<Buffer, Buffer>(path, (_: unknown, answer: Answer) => handle(answer), asIs, asIs, 'unary');
  serve(`/${ApprovalService.typeName}/RequestApproval`, (answer) => hanging.push(answer));
  serve(`/${EventService.typeName}/AcceptEvents`, empty);
  const { promise, resolve } = Promise.withResolvers<number>();
  server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_, port) => resolve(port));
  const address = `http://127.0.0.1:${await promise}`;
  const remote = openRemote({ addressOf: () => address, tokens: callerTokens({ keys: [randomBytes(32)], audiences: [], wall }) });
  const call = callAs('transfers', 'test');

  const ask = () => remote.dispatch(ApprovalService.method.requestApproval, create(RequestApprovalRequestSchema), call);
  const asked = Array.from({ length: 250 }, ask);
  await eventually(
    () => hanging.length,
    (count) => count === 250,
  );
  const other = await remote.dispatch(EventService.method.acceptEvents, create(AcceptEventsRequestSchema), call);
  hanging.forEach(empty);

  expect(other.replayed).toBe(false);
  expect(await Promise.all(asked)).toHaveLength(250);
  await remote.close();
  server.forceShutdown();
});
