// Runs services in this process: opens their databases, joins them by calls, starts their background work.
import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Call, Dispatch } from '../core/call.ts';
import { fail } from '../messages/fail.ts';
import { openSessions } from '../storage/sessions.ts';
import type { Gauges } from './gauges.ts';
import { type OpenService, openService } from './open-service.ts';
import type { ProcessOptions } from './process-options.ts';

export interface Running {
  /** Calls any method of any service, here or elsewhere. */
  readonly dispatch: Dispatch;
  /** The protobuf services that run here. */
  readonly services: readonly DescService[];
  /** Runs what is due now: jobs, events, sweeps. For tests that move the wall. */
  settle(): Promise<void>;
  /** Has the services here audit themselves now. */
  audit(): Promise<void>;
  /** What monitoring reads of each service here, by its name. */
  gauges(): ReadonlyMap<string, Gauges>;
  /** Hears what a service notifies, wherever it runs. */
  listen(service: string, channel: string, onNotify: () => void): Promise<void>;
  /** Why the databases cannot serve calls now; undefined when they can. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/** Opens the services side by side; their methods may call each other as soon as all are open. */
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
      const session = await sessions.of(options.databaseUrl(service));
      await session.listen(`${service}.${channel}`, onNotify);
    },
    problem: () => sessions.problem(),
    services: opened.flatMap((service) => service.services),
    settle: () => settleAll(opened),
    audit: async () => void (await Promise.all(opened.map((service) => service.audit()))),
    gauges: () => new Map(opened.map(({ name, gauges }) => [name, gauges()])),
    close: async () => {
      await Promise.all(opened.map((service) => service.stopBackground()));
      await Promise.all(opened.map((service) => service.close()));
      await sessions.close();
    },
  };
}

/**
 * Work of one service makes work for another, so all go round until nothing moves any more. What the background does on its own
 * meanwhile counts as well: it may have been faster than the round, and what it made is found by the next one.
 */
async function settleAll(opened: readonly OpenService[]): Promise<void> {
  const workDone = () => opened.reduce((sum, service) => sum + service.workDone(), 0);
  for (let round = 0; round < roundsMax; round++) {
    const before = workDone();
    await Promise.all(opened.map((service) => service.sweep()));
    await Promise.all(opened.map((service) => service.runDue()));
    if (workDone() === before) return;
  }
  throw new Error('The services never become idle: each job or event causes another.');
}

const roundsMax = 200;

async function unreachable(method: DescMethodUnary, _request: unknown, _call: Call): Promise<never> {
  throw fail(
    ErrorCode.SERVICE_UNAVAILABLE,
    `${method.parent.typeName} does not run in this process, and no address is configured for it.`,
  );
}
