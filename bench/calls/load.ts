// A process that calls another one, as a service does.
import { create } from '@bufbuild/protobuf';
import { AcceptEventsRequestSchema, EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { callAs } from '../../services/kit/calls/authenticator.ts';
import { openRemote, type RemoteOptions } from '../../services/kit/rpc/remote.ts';
import { answerTasks } from '../kit/answer-tasks.ts';
import { callRepeatedly } from '../kit/callers.ts';
import { tokens } from './tokens.ts';

export interface CallLoad {
  readonly address: string;
  readonly calls: number;
  /** Concurrent calls. */
  readonly callers: number;
  /** Each call is sent as calls to providers are. */
  readonly isSingle: boolean;
}

const request = create(AcceptEventsRequestSchema, { events: [{ resource: 'Transaction:bench', body: new Uint8Array(500) }] });
const call = callAs('transfers', crypto.randomUUID());

answerTasks<CallLoad, null>(async ({ address, calls, callers, isSingle }) => {
  const options: RemoteOptions = { addressOf: () => address, tokens, ...(isSingle && { tokensFor: () => tokens }) };
  const remote = openRemote(options);
  await callRepeatedly(callers, calls, () => remote.dispatch(EventService.method.acceptEvents, request, call));
  await remote.close();
  return null;
});
