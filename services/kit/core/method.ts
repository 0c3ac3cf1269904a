// The shape of one RPC's implementation, and of what it is given.
import type { DescMethodUnary, DescService, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import type { Caller } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Log } from './log.ts';

/** The services that a service calls, by the name that it gives them. */
export type Needs = Record<string, DescService>;

/** One client per need. Each call goes out in the name of the service, for the caller's platform. */
export type Clients<N extends Needs> = { readonly [Name in keyof N]: Client<N[Name]> };

/** What makes it one and the same job: a platform has one of a kind and key at most. A `NewJob` fits. */
export interface JobName {
  readonly kind: string;
  readonly key: string;
  readonly caller: Pick<Caller, 'platformId'>;
}

/** What every method and every job gets, beside what its own service adds. */
export interface Context<N extends Needs = Needs> {
  readonly caller: Caller;
  /** The platform's time: all business time comes from here. */
  readonly clock: Clock;
  readonly ids: Ids;
  readonly clients: Clients<N>;
  /** The same, for what goes on after its caller was answered, or has gone away. */
  readonly lastingClients: Clients<N>;
  readonly log: Log;
  /** Of the request that caused this; goes with every event and job that follows from it. */
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Runs one job of this service at once, if it is due. What fails is left to the workers: look at the outcome, not at the job. */
  readonly runNow: (job: JobName) => Promise<void>;
  /**
   * uuid of this operation. The same again when an idempotent call is repeated or resumed after a crash, so that what is made
   * under it is made once: use it as the id of the resource that the call creates, or store it with the move that it makes.
   */
  readonly operationId: string;
}

/** One RPC: a request in, a message (or its initialiser) out, a `Refusal` thrown. `Own` is what the service adds to the context. */
export type Method<M extends DescMethodUnary, Own extends Context = Context> = (
  request: MessageShape<M['input']>,
  context: Own,
) => Promise<MessageInitShape<M['output']>>;

/** All the RPCs of a service. One that is missing does not compile. */
export type Methods<S extends DescService, Own extends Context = Context> = {
  [Name in keyof S['method']]: S['method'][Name] extends DescMethodUnary ? Method<S['method'][Name], Own> : never;
};
