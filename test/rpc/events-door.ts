// A gRPC door of the webhooks service, without a database, and calls to it from another process.
import { randomBytes } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { afterEach } from 'vitest';
import { AcceptEventsRequestSchema, EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { callAs, openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import type { Call, Dispatch } from '../../services/kit/core/call.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { silent } from '../../services/kit/core/log.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';
import { atEndOfFile } from '../kit/file-end.ts';

export const { acceptEvents } = EventService.method;
export const request = create(AcceptEventsRequestSchema);
export const tokens = callerTokens({ keys: [randomBytes(32)], audiences: ['webhooks'], wall });
export const callBy = (requestId: string, more: Partial<Call> = {}): Call => ({ ...callAs('transfers', requestId), ...more });

export const answering: Dispatch = async () => ({ message: create(EmptySchema), replayed: false });

/** Closed after the tests of the file. Calls are answered at once, unless a test runs them in another way. */
export async function openEventsDoor() {
  let run = answering;
  afterEach(() => {
    run = answering;
  });
  const dispatch: Dispatch = (...call) => run(...call);
  const { any: authenticate } = openAuthenticator({ dispatch, tokens, wall, mode: 'sandbox' });
  const running = { services: [EventService], dispatch };
  const start = () => startRpcServer({ host: '127.0.0.1', port: 0, running, authenticate, isReady: () => true, log: silent });
  const { address, close } = await start();
  const remote = openRemote({ addressOf: () => address, tokens });
  atEndOfFile(async () => {
    await remote.close();
    await close();
  });
  return {
    address,
    send: (call: Call) => remote.dispatch(acceptEvents, request, call),
    /** Until the test ends. */
    runWith: (other: Dispatch) => {
      run = other;
    },
    /** Another door, which runs calls in the same way. */
    start,
  };
}
