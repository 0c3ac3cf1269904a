// All columns of a service that are sealed under the master key.
import { sealedOutbox } from '../background/outbox.ts';
import { sealedReplies } from '../calls/idempotent.ts';
import { sealedHashKeys } from '../storage/hash-keys.ts';
import { sealedPersonalKeys } from '../storage/personal-keys.ts';
import type { SealedColumn } from '../storage/resealing.ts';
import type { Door } from './service.ts';

/** The common ones, then those of the service. */
export function sealedColumnsOf({ sealed = [] }: Door): SealedColumn[] {
  return [sealedPersonalKeys, sealedHashKeys, sealedOutbox, sealedReplies, ...sealed];
}
