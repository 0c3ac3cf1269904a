// Closes the connections of a reference.
import type { Pool } from 'pg';

/**
 * Closes a pool and waits for its connections, which the pool's own `end` does not. If the database stopped earlier, it would cut them, and the
 * error would end the process.
 */
export async function closePool(pool: Pool): Promise<void> {
  const closed = Promise.withResolvers<void>();
  let open = pool.totalCount;
  pool.on('remove', () => {
    if (--open === 0) closed.resolve();
  });
  await pool.end();
  if (open > 0) await closed.promise;
}
