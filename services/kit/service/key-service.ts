// The internal RPC service that reseals the values of a service after a change of the master key.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { type Handler, jobRows, retryAt } from '../background/jobs.ts';
import type { Clock } from '../core/clock.ts';
import type { Context } from '../core/method.ts';
import { fail, type Refusal } from '../messages/fail.ts';
import type { Database } from '../storage/database.ts';
import type { HashKeys } from '../storage/hash-keys.ts';
import { probedKeys, retireFormerKeys } from '../storage/master-key-probe.ts';
import { otherKeysInUse } from '../storage/processes.ts';
import { resealing, type SealedColumn } from '../storage/resealing.ts';
import type { Sealing } from '../storage/secrets.ts';
import { keysOf } from './common-services.ts';
import { type Served, serve } from './service.ts';

export interface KeyParts {
  readonly service: string;
  readonly database: Database;
  readonly secrets: Sealing;
  readonly hashKeys: HashKeys;
  readonly columns: readonly SealedColumn[];
  readonly wall: Clock;
}

/** The kind of the job that reseals. */
export const resealKind = 'reseal';

export function servesKeys(parts: KeyParts): Served<Context> {
  const { service, database, secrets, wall } = parts;
  const work = resealing(parts);
  const use = async () => {
    const [ids, states] = await Promise.all([probedKeys(database), work.states()]);
    return {
      keys: ids.map((id) => ({ id: id.toString('hex'), isNewest: id.equals(secrets.keyId) })),
      columns: states.map(({ table, column, keyId, resealed, finishedAt }) => ({
        table,
        column,
        keyId: keyId.toString('hex'),
        resealed,
        ...(finishedAt && { finishedAt: timestampFromDate(finishedAt) }),
      })),
    };
  };
  return serve(keysOf(service), {
    reseal: async (_: unknown, { requestId }: Context) => {
      const others = await otherKeysInUse(database, secrets);
      if (others.length > 0) throw formerKeyInUse(others);
      await work.begin();
      await jobRows(database, wall).add({
        kind: resealKind,
        key: crypto.randomUUID(), // a job that is ending would otherwise remove a new one with the same key
        caller: { platformId: '00000000-0000-0000-0000-000000000000', environment: 'sandbox', clockOffsetMs: 0 },
        payload: {},
        runAt: wall.now(),
        requestId,
      });
      return use();
    },
    getKeyUse: use,
  });
}

function formerKeyInUse(keyIds: readonly string[]): Refusal {
  return fail(
    ErrorCode.CONFLICT,
    `Other processes seal values under the keys ${keyIds.join(', ')}. Put the same key first in MASTER_KEY of every process.`,
    { reason: 'FORMER_KEY_IN_USE', keyIds: [...keyIds] },
  );
}

/** Works for a second, then lets other jobs run. */
export function resealJob({ hashKeys, ...parts }: KeyParts): Handler {
  const { database, secrets, wall } = parts;
  const work = resealing(parts);
  return async () => {
    const until = performance.now() + 1_000;
    while (await work.step()) if (performance.now() > until) throw retryAt(wall.now());
    const states = await work.states();
    const isDone = states.every(({ finishedAt, keyId }) => finishedAt !== null && keyId.equals(secrets.keyId));
    if (!isDone) throw retryAt(new Date(wall.now().getTime() + 10_000)); // started by a process with a newer key, which continues it
    if ((await otherKeysInUse(database, secrets)).length > 0) {
      await work.begin(); // again from the start: a process that began meanwhile seals under a former key
      throw retryAt(new Date(wall.now().getTime() + 10_000));
    }
    await retireFormerKeys(database, secrets, wall.now());
    await hashKeys.renew();
  };
}
