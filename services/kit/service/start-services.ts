// Runs services in this process: opens their databases, connects them by calls, starts their background work.
import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Call, Dispatch } from '../core/call.ts';
import { fail } from '../messages/fail.ts';
import { openSessions } from '../storage/sessions.ts';
import type { Gauges } from './gauges.ts';
import { openService } from './open-service.ts';
import type { ProcessOptions } from './process-options.ts';
import { settleAll } from './settle.ts';

export interface Running {
  /** Calls any method of any service, here or in another process. */
  readonly dispatch: Dispatch;
  /** The protobuf services that run here. */
  readonly services: readonly DescService[];
  /** Runs due work: jobs, events, sweeps. For tests that advance the wall. */
  settle(): Promise<void>;
  /** Runs the audits of the services here. */
  audit(): Promise<void>;
  /** Gauges of each service here, by name. */
  gauges(): ReadonlyMap<string, Gauges>;
  /** Listens for notifications of a service, wherever it runs. */
  listen(service: string, channel: string, onNotify: () => void): Promise<void>;
  /** Why the databases cannot serve calls. Undefined if they can. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/** Opens the services concurrently. Their methods can call each other when all are open. */
export async function startServices(options: ProcessOptions): Promise<Running> {
  const endpoints = new Map<DescMethodUnary, Dispatch>();
  const dispatch: Dispatch = (method, request, call) => {
    const send = endpoints.get(method) ?? options.remote ?? unreachable;
    return send(method, request, call);
  };
  const sessions = openSessions(options.log);
  const opened = await Promise.all(options.doors.map((door) => openService(door, { ...options, dispatch, sessions })));
  for (const service of opened) for (const [method, send] of service.endpoints) endpoints.set(method, send);
  for (const service of opened) service.startBackground();

  return {
    dispatch,
    listen: async (service, channel, onNotify) => {
      const session = await sessions.of(options.databaseDirectUrl?.(service) ?? options.databaseUrl(service));
      await session.listen(`${service}.${channel}`, onNotify);
    },
    problem: () => sessions.problem(),
    services: opened.flatMap((service) => service.services),
    settle: () => settleAll(opened, options.wall),
    audit: async () => void (await Promise.all(opened.map((service) => service.audit()))),
    gauges: () => new Map(opened.map(({ name, gauges }) => [name, gauges()])),
    close: async () => {
      await Promise.all(opened.map((service) => service.stopBackground()));
      await Promise.all(opened.map((service) => service.close()));
      await sessions.close();
    },
  };
}

async function unreachable(method: DescMethodUnary, _request: unknown, _call: Call): Promise<never> {
  throw fail(
    ErrorCode.SERVICE_UNAVAILABLE,
    `${method.parent.typeName} does not run in this process, and no address is configured for it.`,
  );
}
