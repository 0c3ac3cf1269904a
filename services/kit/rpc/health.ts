// grpc.health.v1: whether the process and each of its services take calls.
import type { DescService } from '@bufbuild/protobuf';
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import { type Health, HealthCheckResponse_ServingStatus as Status } from '../../../gen/grpc/health/v1/health_pb.ts';

/** `isReady` turns false when the process drains. */
export function healthOf(services: readonly DescService[], isReady: () => boolean): ServiceImpl<typeof Health> {
  const names = new Set(['', ...services.map(({ typeName }) => typeName)]);
  const statusOf = (service: string) => {
    if (!names.has(service)) return undefined;
    return isReady() ? Status.SERVING : Status.NOT_SERVING;
  };

  return {
    check({ service }) {
      const status = statusOf(service);
      if (status === undefined) throw new ConnectError(`There is no service ${service} here.`, Code.NotFound);
      return { status };
    },
    list() {
      return { statuses: Object.fromEntries([...names].map((name) => [name, { status: statusOf(name) ?? Status.UNKNOWN }])) };
    },
    async *watch({ service }, { signal }) {
      for (let last: Status | undefined; !signal.aborted; ) {
        const status = statusOf(service) ?? Status.SERVICE_UNKNOWN;
        if (status !== last) yield { status };
        last = status;
        await new Promise((resolve) => setTimeout(resolve, watchEveryMs).unref());
      }
    },
  };
}

const watchEveryMs = 1_000;
