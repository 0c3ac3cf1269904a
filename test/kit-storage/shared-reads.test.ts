// Reads that concurrent calls share: fewer of them, and none older than its call.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sharedReads } from '../../services/kit/storage/shared-reads.ts';

test('calls during a read wait for the next one together, and get what was written before them', async () => {
  const shared = sharedReads<string>();
  const answers: PromiseWithResolvers<string>[] = [];
  const read = () => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };

  const [first, alsoFirst, other] = [shared('a', read), shared('a', read), shared('b', read)];
  await nextTurn();
  const [second, third] = [shared('a', read), shared('a', read)];
  answers[0]?.resolve('before');
  answers[1]?.resolve('other');
  expect([await first, await alsoFirst, await other]).toEqual(['before', 'before', 'other']);
  await nextTurn();
  answers[2]?.resolve('after');

  expect([await second, await third, answers.length]).toEqual(['after', 'after', 3]);
});

test('a failed read fails its callers, and the next one reads again', async () => {
  const shared = sharedReads<string>();
  const failing = shared('a', () => Promise.reject(new Error('no')));
  failing.catch(() => undefined);
  await nextTurn();
  const next = shared('a', async () => 'yes');

  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await shared('a', async () => 'again')).toBe('again');
});
