// grpc.health.v1: whether the process and each of its services accept calls. Public.
import type { DescService } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import { methodsOf, type OfficialMethod, type OfficialPackage } from './official.ts';

export interface HealthOptions {
  readonly services: readonly DescService[];
  /** False while the process drains. */
  readonly isReady: () => boolean;
}

const watchPath = '/grpc.health.v1.Health/Watch';

export function healthPackage({ services, isReady }: HealthOptions): OfficialPackage {
  const names = ['', ...services.map(({ typeName }) => typeName)];
  return {
    kinds: { '/grpc.health.v1.Health/Check': 'unary', '/grpc.health.v1.Health/List': 'unary', [watchPath]: 'serverStream' },
    load: async () => {
      const { HealthImplementation } = await import('grpc-health-check');
      const health = new HealthImplementation();
      let reported: boolean | undefined;
      const refresh = () => {
        const now = isReady();
        if (now === reported) return;
        reported = now;
        for (const name of names) health.setStatus(name, now ? 'SERVING' : 'NOT_SERVING');
      };
      const methods = methodsOf({ addToServer: (server) => health.addToServer(server as never) });
      return new Map([...methods].map(([path, method]) => [path, refreshed(path, method, refresh)]));
    },
  };
}

const refreshEveryMs = 1_000;
/** Callers are anonymous, so only a few open streams are allowed. */
const watchersMax = 100;
let watchers = 0;

function refreshed(path: string, method: OfficialMethod, refresh: () => void): OfficialMethod {
  if (path === watchPath) return watched(method, refresh);
  return {
    ...method,
    handle: (call, answer) => {
      refresh();
      method.handle(call, answer);
    },
  };
}

function watched(method: OfficialMethod, refresh: () => void): OfficialMethod {
  return {
    ...method,
    handle: (call, answer) => {
      if (watchers >= watchersMax)
        return void call.emit('error', {
          code: status.RESOURCE_EXHAUSTED,
          details: 'Too many clients watch the health of this process.',
        });
      refresh();
      watchers++;
      const refreshing = setInterval(refresh, refreshEveryMs).unref();
      call.once('cancelled', () => {
        watchers--;
        clearInterval(refreshing);
      });
      method.handle(call, answer);
    },
  };
}
