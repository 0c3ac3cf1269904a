// A value that is created at its first use.
import { expect, test } from 'vitest';
import { atFirstUse } from '../../services/kit/core/at-first-use.ts';

test('a failure is not kept', async () => {
  let tries = 0;
  const value = atFirstUse(async () => {
    tries++;
    if (tries === 1) throw new Error('no file descriptors');
    return tries;
  });

  await expect(value.use()).rejects.toThrow('no file descriptors');
  expect(value.made()).toBeUndefined();
  expect(await Promise.all([value.use(), value.use()])).toEqual([2, 2]);
});
