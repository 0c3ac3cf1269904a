// Removes events after thirty days, and keys that are no longer published.
import type { WebhookParts } from '../context.ts';

/** Repeatable, and safe in several processes at the same time. */
export async function removeOld({ store, signer, wall }: Pick<WebhookParts, 'store' | 'signer' | 'wall'>): Promise<void> {
  const before = new Date(wall.now().getTime() - keptMs);
  await store.events.removeAttemptsBefore(before);
  while ((await store.events.removeBefore(before, batchSize)) === batchSize);
  await Promise.all([signer.removeOld('sandbox'), signer.removeOld('production')]);
}

const keptMs = 30 * 24 * 3600_000;
const batchSize = 1000;
