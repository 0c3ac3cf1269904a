// The internal RPC service with which operators read the state of a service.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { readBacklog } from '../background/backlog.ts';
import type { Clock } from '../core/clock.ts';
import type { Context } from '../core/method.ts';
import { appliedMigrations } from '../storage/applied-migrations.ts';
import type { Database } from '../storage/database.ts';
import { statusOf } from './common-services.ts';
import { type Served, serve } from './service.ts';

interface StatusParts {
  readonly service: string;
  readonly database: Database;
  readonly wall: Clock;
  /** Of the last audit. */
  readonly auditFindings: () => number | undefined;
}

export function servesStatus({ service, database, wall, auditFindings }: StatusParts): Served<Context> {
  return serve(statusOf(service), {
    getStatus: async () => {
      const now = wall.now();
      const { deadLetters, jobsFailing, jobDelaySeconds, eventDelaySeconds } = await readBacklog(database, now);
      const migrations = await appliedMigrations(database);
      const found = auditFindings();
      return {
        now: timestampFromDate(now),
        migrations,
        deadLetters,
        jobsFailing,
        jobDelaySeconds,
        eventDelaySeconds,
        ...(found !== undefined && { auditFindings: found }),
      };
    },
  });
}
