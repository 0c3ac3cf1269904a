// Clients for the methods of a service: the generated type, bound to the current call.
import {
  create,
  type DescMethodUnary,
  type DescService,
  isMessage,
  type Message,
  type MessageInitShape,
} from '@bufbuild/protobuf';
import type { CallOptions, Client } from '@connectrpc/connect';
import type { Call, Dispatch } from '../core/call.ts';
import { asService } from '../core/caller.ts';
import type { Clients, Needs } from '../core/method.ts';
import { isUnary } from '../messages/options.ts';
import { assertNoTransaction } from '../storage/transaction-guard.ts';
import { throughPlaces } from './providers.ts';

/** Creates the clients of a service, once at start. The result binds them to a call. */
export function clientsOf<N extends Needs>(service: string, needs: N, dispatch: Dispatch): (call: Call) => Clients<N> {
  const makers = Object.entries(needs).map(([name, desc]) => [name, clientOf(desc, dispatch)] as const);
  return (call) => {
    const onward = { ...withoutKey(call), caller: asService(service, call.caller), admitted: false };
    return Object.fromEntries(makers.map(([name, bind]) => [name, bind(onward)])) as Clients<N>;
  };
}

/** A client of one service. Bind it to a call, then use it like a generated client. */
export function clientOf<S extends DescService>(desc: S, dispatch: Dispatch): (call: Call) => Client<S> {
  class Bound {
    readonly call: Call;

    constructor(call: Call) {
      this.call = call;
    }
  }
  const send = throughPlaces(desc, dispatch);
  const senders = desc.methods.filter(isUnary).map((method) => [method.localName, sender(method, send)]);
  Object.assign(Bound.prototype, Object.fromEntries(senders));
  return (call) => new Bound(call) as unknown as Client<S>;
}

function sender(method: DescMethodUnary, dispatch: Dispatch) {
  return async function send(
    this: { call: Call },
    init: MessageInitShape<DescMethodUnary['input']>,
    options?: CallOptions,
  ): Promise<Message> {
    assertNoTransaction();
    const request = isMessage(init, method.input) ? init : create(method.input, init);
    const { message } = await dispatch(method, request, withKey(this.call, options));
    return message;
  };
}

/** With its own idempotency key, a call that is repeated after a crash continues. Other options are not supported. */
function withKey(call: Call, options: CallOptions | undefined): Call {
  const idempotencyKey = options?.headers && new Headers(options.headers).get('idempotency-key');
  return idempotencyKey ? { ...call, idempotencyKey } : call;
}

/** An idempotency key applies to its own call, not to the calls that it causes. */
function withoutKey(call: Call): Call {
  const { idempotencyKey: _, bodyDigest: __, ...rest } = call;
  return rest;
}
