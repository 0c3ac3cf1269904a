// The internal RPC service that removes the data of a sandbox platform from a service.
import type { PlatformDataService } from '../../../gen/payments/common/v1/platform_data_pb.ts';
import type { Clock } from '../core/clock.ts';
import type { Context, Method } from '../core/method.ts';
import type { Database } from '../storage/database.ts';
import { removePlatformRows } from '../storage/platform-rows.ts';
import { platformDataOf } from './common-services.ts';
import type { PlatformReset } from './platform-reset.ts';
import { type Served, serve } from './service.ts';

interface ServedParts {
  readonly service: string;
  readonly database: Database;
  readonly wall: Clock;
  readonly reset: PlatformReset | undefined;
}

export function servesPlatformRemoval({ service, database, wall, reset }: ServedParts): Served<Context> {
  const kept = new Set(reset?.keeps);
  const removePlatformData: Method<typeof PlatformDataService.method.removePlatformData> = async (
    _request,
    { caller, requestId },
  ) => {
    await database.transaction(async (db) => {
      const remove = () => removePlatformRows(db, caller.platformId, kept);
      await (reset?.around ? reset.around(remove, { db, caller, now: wall.now(), requestId }) : remove());
    });
    return {};
  };
  return serve(platformDataOf(service), { removePlatformData });
}
