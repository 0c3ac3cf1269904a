// Calls between processes that are answered when somebody outside has answered: the other calls do not queue behind them.
import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { ApprovalService, AskEndpointRequestSchema } from '../../gen/payments/webhooks/v1/approval_pb.ts';
import { AcceptEventsRequestSchema, EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { callAs } from '../../services/kit/authenticator.ts';
import { wall } from '../../services/kit/clock.ts';
import { callerTokens } from '../../services/kit/rpc/caller-token.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { eventually } from '../kit/payments.ts';

test('a hundred calls that hang leave room for one that does not', async () => {
  const hanging: ServerResponse[] = [];
  const empty = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'application/proto' }).end();
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/AskEndpoint')) hanging.push(response);
    else empty(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const remote = openRemote({ addressOf: () => address, tokens: callerTokens(randomBytes(32), wall) });
  const call = callAs('transfers', 'test');

  const ask = () => remote.dispatch(ApprovalService.method.askEndpoint, create(AskEndpointRequestSchema), call);
  const asked = Array.from({ length: 100 }, ask);
  await eventually(
    () => hanging.length,
    (count) => count === 100,
  );
  const other = await remote.dispatch(EventService.method.acceptEvents, create(AcceptEventsRequestSchema), call);
  hanging.forEach(empty);

  expect(other.replayed).toBe(false);
  expect(await Promise.all(asked)).toHaveLength(100);
  await remote.close();
  server.close();
});
