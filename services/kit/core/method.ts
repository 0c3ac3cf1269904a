// The type of an RPC implementation, and of its context.
import type { DescMethodUnary, DescService, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import type { Caller } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Log } from './log.ts';

/** The services that a service calls, by the name that it uses for them. */
export type Needs = Record<string, DescService>;

/** One client per need. The service is the caller, for the platform of the current caller. */
export type Clients<N extends Needs> = { readonly [Name in keyof N]: Client<N[Name]> };

/** Identifies a job: a platform has at most one per kind and key. A `NewJob` fits. */
export interface JobName {
  readonly kind: string;
  readonly key: string;
  readonly caller: Pick<Caller, 'platformId'>;
}

/** The context of every method and job, in addition to the parts of its own service. */
export interface Context<N extends Needs = Needs> {
  readonly caller: Caller;
  /** The platform's time, for all business time. */
  readonly clock: Clock;
  readonly ids: Ids;
  readonly clients: Clients<N>;
  /** The same, for work that continues after the response, or after the caller has disconnected. */
  readonly lastingClients: Clients<N>;
  readonly log: Log;
  /** Of the original request. Passed to every event and job that follows from it. */
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** IP address of the peer of the first door. Empty for calls that start inside. */
  readonly address: string;
  /** Runs a job of this service now, if it is due. Failures are handled by the workers: check the outcome, not the job. */
  readonly runNow: (job: JobName) => Promise<void>;
  /**
   * uuid of this operation. The same when an idempotent call is repeated or continues after a crash, so that its effects happen once: use
   * it as the id of a created resource, or store it with a transition.
   */
  readonly operationId: string;
  /** Whether the operation may have run before, so that a repeat must look for what it has made. */
  readonly mayHaveRun: boolean;
}

/**
 * One RPC: receives a request, returns a message (or its initializer), throws a `Refusal`. `Own` is what the service adds to the context.
 */
export type Method<M extends DescMethodUnary, Own extends Context = Context> = (
  request: MessageShape<M['input']>,
  context: Own,
) => Promise<MessageInitShape<M['output']>>;

/** All RPCs of a service. A missing one does not compile. */
export type Methods<S extends DescService, Own extends Context = Context> = {
  [Name in keyof S['method']]: S['method'][Name] extends DescMethodUnary ? Method<S['method'][Name], Own> : never;
};
