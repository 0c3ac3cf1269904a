// Another process of the transfers service on the database of a world.
import type { DescService } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import type { PostRequest } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { clientOf } from '../../../services/kit/calls/clients.ts';
import type { Dispatch } from '../../../services/kit/core/call.ts';
import type { Caller } from '../../../services/kit/core/caller.ts';
import { silent } from '../../../services/kit/core/log.ts';
import type { Settings } from '../../../services/kit/service/service.ts';
import { startServices } from '../../../services/kit/service/start-services.ts';
import { openSecrets } from '../../../services/kit/storage/secrets.ts';
import { transfers } from '../../../services/transfers/service.ts';
import { atEndOfFile } from '../../kit/file-end.ts';
import { databaseWaitMs, patienceMs } from '../../kit/patience.ts';
import type { Tenant } from '../../kit/platform.ts';
import type { TransfersWorld } from './transfers-world.ts';

export interface SecondProcess {
  /** RPC as the platform, to this process. */
  client<S extends DescService>(desc: S, tenant: Pick<Tenant, 'id'>): Client<S>;
}

interface SecondOptions {
  /** Calls to other services; those of the world by default. */
  readonly remote?: Dispatch;
  readonly settings?: Partial<Settings>;
}

export async function startSecond(world: TransfersWorld, { remote, settings }: SecondOptions = {}): Promise<SecondProcess> {
  const running = await startServices({
    doors: [transfers],
    databaseUrl: () => world.databaseUrl,
    remote: remote ?? world.running.dispatch,
    settings: {
      mode: 'sandbox',
      sandboxTimeScale: 1,
      publicUrl: 'http://localhost:8080',
      dataDir: world.dataDir,
      databaseWaitMs,
      ...settings,
    },
    secrets: openSecrets([Buffer.alloc(32, 7)]),
    wall: world.wall,
    log: silent,
  });
  atEndOfFile(() => running.close());
  return {
    client: (desc, { id }) => {
      const environment = settings?.mode ?? 'sandbox';
      const caller: Caller = { platformId: id, environment, permissions: [], clockOffsetMs: 0, service: 'test' };
      const signal = AbortSignal.timeout(patienceMs);
      return clientOf(desc, running.dispatch)({ caller, requestId: 'second', signal, admitted: false });
    },
  };
}

export interface Pause {
  /** Settles when the ledger has answered the step and the process does not know it yet. */
  readonly reached: Promise<void>;
  resume(): void;
}

/** A connection to the world's services that can hold back one answer of the ledger to a step: jobs take the same step freely. */
export function pausingRemote(world: TransfersWorld) {
  const pauses = new Map<string, { before: () => Promise<unknown>; arrive: () => void; resumed: Promise<void> }>();
  const taken = (step: string) => {
    const pause = pauses.get(step);
    pauses.delete(step);
    return pause;
  };
  const remote: Dispatch = async (method, request, call) => {
    const pause = method === LedgerService.method.post ? taken((request as PostRequest).step) : undefined;
    await pause?.before();
    const [answer] = await Promise.allSettled([world.running.dispatch(method, request, call)]);
    pause?.arrive();
    await pause?.resumed;
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  };
  /** `before`: what happens right before the ledger is called. */
  const pauseAfter = (step: string, before: () => Promise<unknown> = async () => undefined): Pause => {
    const [arrival, resumption] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    pauses.set(step, { before, arrive: arrival.resolve, resumed: resumption.promise });
    return { reached: arrival.promise, resume: resumption.resolve };
  };
  return { remote, pauseAfter };
}
