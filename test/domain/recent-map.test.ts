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

test('entries that are used while the map fills stay, once their use is ordered', () => {
  const map = new RecentMap<number, string>(10);
  for (let key = 1; key <= 6; key++) map.set(key, 'early');
  map.get(1);
  for (let key = 7; key <= 12; key++) map.set(key, 'late');

  expect([...map.keys()].toSorted((one, other) => one - other)).toEqual([1, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});
