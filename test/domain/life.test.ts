// Which processes are dead, according to advisory locks.
import { expect, test } from 'vitest';
import { LifeRecord } from '../../services/kit/storage/life.ts';

const [self, neighbour, stranger] = [1, 2, 3];

function recordAt(startMs = 0) {
  const clock = { ms: startMs };
  return { clock, record: new LifeRecord(self, () => clock.ms) };
}

test('a holder whose lock stays away for the grace period is dead', () => {
  const { clock, record } = recordAt();
  record.see([self, neighbour]);

  const found = [1_000, 1_500, 2_000, 2_500].map((ms) => {
    clock.ms = ms;
    return [record.see([self]), record.dead()];
  });

  expect(found).toEqual([
    [false, []],
    [false, []],
    [false, []],
    [true, [neighbour]],
  ]);
});

test('a holder that returns within the grace period was never dead', () => {
  const { clock, record } = recordAt();
  record.see([self, neighbour]);
  record.see([self]);
  clock.ms = 1_000;
  record.see([self, neighbour]);
  clock.ms = 5_000;

  expect([record.see([self, neighbour]), record.isDead(neighbour)]).toEqual([false, false]);
});

test('a holder declared dead lives again when its lock is seen', () => {
  const { clock, record } = recordAt();
  record.see([self, neighbour]);
  record.see([self]);
  clock.ms = 1_500;
  record.see([self]);
  expect(record.dead()).toEqual([neighbour]);

  record.see([self, neighbour]);

  expect(record.dead()).toEqual([]);
});

test('the grace period of an unknown holder begins with the first check', () => {
  const { clock, record } = recordAt();

  const answers = [0, 1_000, 1_500].map((ms) => {
    clock.ms = ms;
    const isDead = record.isDead(stranger);
    record.see([self]);
    return isDead;
  });

  expect([...answers, record.isDead(stranger)]).toEqual([false, false, false, true]);
});

test('after a break of the own connection the others get another grace period', () => {
  const { clock, record } = recordAt();
  record.see([self, neighbour]);
  record.see([self]);
  clock.ms = 60_000;

  record.startAgain();
  record.see([self]);

  expect(record.dead()).toEqual([]);
});

test('a process never considers itself dead', () => {
  const { clock, record } = recordAt();
  record.see([self]);
  record.see([]);
  clock.ms = 10_000;
  record.see([]);

  expect(record.isDead(self)).toBe(false);
});
