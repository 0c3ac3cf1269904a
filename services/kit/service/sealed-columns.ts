// All columns of a service that hold values sealed under the master key.
import { sealedOutbox } from '../background/outbox.ts';
import { sealedReplies } from '../calls/idempotent.ts';
import { sealedHashKeys } from '../storage/hash-keys.ts';
import { sealedPersonalKeys } from '../storage/personal-keys.ts';
import type { SealedColumn } from '../storage/resealing.ts';
import type { Door } from './service.ts';

/** Those that every service has, then its own. */
export function sealedColumnsOf({ sealed = [] }: Door): SealedColumn[] {
  return [sealedPersonalKeys, sealedHashKeys, sealedOutbox, sealedReplies, ...sealed];
}
