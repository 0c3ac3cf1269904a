// The internal RPC service with which operators list and retry the dead letters of a service.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { type DeadLetterRow, deadLetters } from '../background/dead-letters.ts';
import type { Clock } from '../core/clock.ts';
import type { Context } from '../core/method.ts';
import { fail } from '../messages/fail.ts';
import type { Database } from '../storage/database.ts';
import { deadLettersOf } from './common-services.ts';
import { type Served, serve } from './service.ts';

interface DeadLetterParts {
  readonly service: string;
  readonly database: Database;
  readonly wall: Clock;
}

const limitDefault = 20;

export function servesDeadLetters({ service, database, wall }: DeadLetterParts): Served<Context> {
  const letters = deadLetters(database);
  return serve(deadLettersOf(service), {
    listDeadLetters: async ({ platformId, kind, after, limit }) => {
      const pageSize = limit || limitDefault;
      const found = await letters.list({ platformId, kind, after, limit: pageSize + 1 });
      const shown = found.slice(0, pageSize);
      const nextAfter = found.length > pageSize ? shown.at(-1)?.id : undefined;
      const totalCount = await letters.count({ platformId, kind });
      return { deadLetters: shown.map(toDeadLetter), totalCount, ...(nextAfter !== undefined && { nextAfter }) };
    },
    getDeadLetter: async ({ id }) => {
      const [found] = await letters.list({ ids: [id], limit: 1 });
      if (!found) throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no dead letter ${id}.`);
      return { ...toDeadLetter(found), ...(found.payload && { payload: found.payload }) };
    },
    retryDeadLetters: async ({ ids, platformId, kind }) => {
      const retried = await letters.retry({ platformId, kind, ...(ids.length > 0 && { ids }) }, wall.now());
      return { retried };
    },
  });
}

function toDeadLetter({ id, kind, key, failures, ...row }: DeadLetterRow) {
  return {
    id,
    kind,
    key,
    failures,
    platformId: row.platform_id,
    failingSince: timestampFromDate(row.failing_since),
    diedAt: timestampFromDate(row.died_at),
    lastError: row.last_error,
    requestId: row.request_id ?? '',
  };
}
