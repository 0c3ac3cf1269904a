// Items that count as several: which batches they are distributed to.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gathered } from '../../services/kit/storage/gathered.ts';

test('items that count as many are distributed to two batches of similar size, and larger batches wait', async () => {
  const batches: number[][] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const submit = gathered({
    run: async (sizes: number[]) => {
      batches.push(sizes);
      await opened;
      return sizes;
    },
    sizeOf: (size) => size,
  });

  const answers = [50, 20, 20, 500, 500, 400].map(submit);
  await nextTurn();
  const outAtOnce = [...batches];
  open();
  await Promise.all(answers);

  expect(outAtOnce).toEqual([
    [50, 500],
    [20, 20, 500],
  ]);
  expect(batches.slice(2)).toEqual([[400]]);
});
