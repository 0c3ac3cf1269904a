// What a full cache evicts.
import { expect, test } from 'vitest';
import { RecentMap } from '../../services/kit/core/recent-map.ts';

test('the least recently used entry is evicted, by reads and writes, and the rest stays', () => {
  const map = new RecentMap<string, number>(3);
  map.set('a', 1).set('b', 2).set('c', 3);

  map.get('a');
  map.set('b', 4);
  map.set('d', 5);

  expect([...map]).toEqual([
    ['a', 1],
    ['b', 4],
    ['d', 5],
  ]);
});
