// How items are gathered: which batches run together, which items wait, and what a failure affects.
import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gathered } from '../../services/kit/storage/gathered.ts';

interface Item {
  readonly number: number;
  readonly locks: readonly string[];
}

test('concurrent batches have no lock in common, and every item is answered once', async () => {
  const out = new Set<string>();
  const ended: Item[] = [];
  const submit = gathered({
    run: async (items: Item[]) => {
      const locks = new Set(items.flatMap((item) => item.locks));
      expect([...locks].filter((lock) => out.has(lock))).toEqual([]);
      for (const lock of locks) out.add(lock);
      await pause(randomInt(3));
      for (const lock of locks) out.delete(lock);
      ended.push(...items);
      return items.map(({ number }) => number);
    },
    locks: (item) => item.locks,
  });
  const items = Array.from({ length: 1_000 }, (_, number) => ({ number, locks: [`${randomInt(40)}`, `${randomInt(40)}`] }));

  const answers = await Promise.all(
    items.map(async (item) => {
      if (item.number % 7 === 0) await pause(randomInt(20));
      return submit(item);
    }),
  );

  expect(answers).toEqual(items.map(({ number }) => number));
  expect(ended.length).toBe(items.length);
});

test('many items with different locks run in two concurrent batches, items with the same lock in one', async () => {
  const batches: number[][] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const submit = gathered({
    run: async (items: Item[]) => {
      batches.push(items.map(({ number }) => number));
      await opened;
      return items;
    },
    locks: (item) => item.locks,
  });

  const first = Array.from({ length: 64 }, (_, number) => submit({ number, locks: [`${number}`] }));
  await nextTurn();
  const second = [65, 66, 67].map((number) => submit({ number, locks: ['hot'] }));
  await nextTurn();
  const outAtOnce = batches.map((batch) => batch.length);
  open();
  await Promise.all([...first, ...second]);

  expect(outAtOnce).toEqual([32, 32]);
  expect(batches.slice(2)).toEqual([[65, 66, 67]]);
});

test('few items run in one batch, and others that arrive meanwhile in a second one', async () => {
  const batches: number[][] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const submit = gathered({
    run: async (items: Item[]) => {
      batches.push(items.map(({ number }) => number));
      await opened;
      return items;
    },
    locks: (item) => item.locks,
  });

  const first = [1, 2, 3].map((number) => submit({ number, locks: [`${number}`] }));
  await nextTurn();
  const second = [4, 5].map((number) => submit({ number, locks: [`${number}`] }));
  await nextTurn();
  const outAtOnce = [...batches];
  open();
  await Promise.all([...first, ...second]);

  expect(outAtOnce).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('the items of a failed batch are tried one by one, so that only the bad one fails', async () => {
  const submit = gathered({
    run: async (items: Item[]) => {
      if (items.some(({ number }) => number === 3)) throw new Error('Three is bad.');
      return items.map(({ number }) => number);
    },
    locks: (item) => item.locks,
  });

  const answers = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => submit({ number, locks: ['same'] })));

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});

test('a batch whose connection breaks fails as a whole', async () => {
  const batches: number[] = [];
  const submit = gathered({
    run: async (items: Item[]): Promise<number[]> => {
      batches.push(items.length);
      throw Object.assign(new Error('Connection terminated'), { code: '57P01' });
    },
    locks: (item) => item.locks,
  });

  const answers = await Promise.allSettled([1, 2, 3].map((number) => submit({ number, locks: ['same'] })));

  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(batches).toEqual([3]);
});

test('beyond 5,000 waiting items the next one is refused, and none before it', async () => {
  const { promise: open, resolve: release } = Promise.withResolvers<void>();
  const submit = gathered({
    run: async (items: Item[]) => {
      await open;
      return items.map(({ number }) => number);
    },
    locks: (item) => item.locks,
  });
  const items = Array.from({ length: 5_000 }, (_, number) => ({ number, locks: ['one'] }));
  const answers = Promise.all(items.map(submit));

  const begun = performance.now();
  const refusal = await submit({ number: -1, locks: ['one'] }).catch((error: unknown) => error);
  console.info(
    `Back-pressure: with ${items.length} waiting, the next is refused after ${(performance.now() - begun).toFixed(2)} ms.`,
  );
  release();

  expect(refusal).toMatchObject({ status: 503 });
  expect(await answers).toEqual(items.map(({ number }) => number));
});
