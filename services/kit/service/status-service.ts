// The internal RPC service with which operators read the state of a service.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { readBacklog } from '../background/backlog.ts';
import { anonymous, type Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Context } from '../core/method.ts';
import { appliedMigrations } from '../storage/applied-migrations.ts';
import type { Database } from '../storage/database.ts';
import { statusOf } from './common-services.ts';
import { answerOf, type OutsideParty } from './outside.ts';
import { type Served, serve } from './service.ts';

/** Providers serve production platforms. This call is for none of them. */
const outsideCaller: Caller = { ...anonymous, environment: 'production' };

interface StatusParts extends OutsideParts {
  readonly service: string;
  readonly database: Database;
  readonly wall: Clock;
  /** Of the last audit. */
  readonly auditFindings: () => number | undefined;
}

interface OutsideParts {
  readonly outside: readonly OutsideParty<Context>[];
  /** The context of a call for this caller. */
  readonly contextFor: (caller: Caller, requestId: string) => Context;
}

export function servesStatus({ service, database, wall, auditFindings, outside, contextFor }: StatusParts): Served<Context> {
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
    checkOutside: async (_, { requestId }: Context) => {
      const context = contextFor(outsideCaller, requestId);
      return { parties: await Promise.all(outside.map((party) => answerOf(party, context))) };
    },
  });
}
