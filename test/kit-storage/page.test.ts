// Keyset pages and their cursors.
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { decodeCursor, encodeCursor, type Position, pageOf } from '../../services/kit/messages/page.ts';
import { testDatabase } from '../kit/database.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(await testDatabase());
afterAll(() => database.close());

const positions = fc.record({
  createdAt: fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
  id: fc.uuid(),
});

test('a cursor encodes its position exactly, and is safe in a URL', () => {
  fc.assert(
    fc.property(positions, (position) => {
      const cursor = encodeCursor(position);

      expect(decodeCursor(cursor)).toEqual(position);
      expect(cursor).toMatch(/^[\w-]+$/);
    }),
  );
});

test('anything else is no cursor', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      expect(() => decodeCursor(text)).toThrow(
        expect.objectContaining({
          code: ErrorCode.INVALID_INPUT,
          details: { errors: [expect.objectContaining({ field: 'cursor' })] },
        }),
      );
    }),
  );
});

test('following the cursors shows every row once, also when many share a timestamp', async () => {
  const instants = [0, 0, 0, 1, 1, 2, 5, 5, 5, 5].map((ms) => new Date(1_700_000_000_000 + ms));
  const ids = instants.map(() => crypto.randomUUID());
  await database.query(sql`
    insert into thing (id, amount, made_at)
    select id, 1, at from unnest(${ids}::uuid[], ${instants}::timestamptz[]) as t (id, at)`);
  const after = (position: Position | undefined) =>
    position ? sql`where (made_at, id) < (${position.createdAt}, ${position.id})` : sql``;
  const list = (position: Position | undefined, limit: number) =>
    database.query(sql<Position>`
      select id, made_at as "createdAt" from thing ${after(position)} order by made_at desc, id desc limit ${limit + 1}`);

  for (const limit of [1, 3, 10, 11]) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = pageOf(await list(cursor ? decodeCursor(cursor) : undefined, limit), limit);
      seen.push(...page.data.map(({ id }) => id));
      expect(page.hasMore).toBe(page.nextCursor !== undefined);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen.toSorted()).toEqual(ids.toSorted());
  }
});
