// Keys of persons: one per person, created once, and destroyed irrevocably.
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { forkIdOf } from '../../services/kit/core/ids.ts';
import { personalKeys } from '../../services/kit/storage/personal-keys.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { testDatabase } from '../kit/database.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(await testDatabase());
afterAll(() => database.close());

const masterKey = randomBytes(32);
const keys = personalKeys(database, openSecrets([masterKey]));
const newPerson = () => ({ platformId: randomUUID(), customerId: randomUUID() });
const place = { purpose: 'nickname', row: '1' };

test('concurrent callers get the same key of a person, and different keys for different persons', async () => {
  const [person, other] = [newPerson(), newPerson()];

  const made = await Promise.all(Array.from({ length: 20 }, () => keys.of(person)));

  const sealed = made.map((key) => key.seal('Ada', place));
  const found = await keys.find(person);
  for (const one of sealed) expect(found?.open(one, place).toString()).toBe('Ada');
  const stranger = await keys.of(other);
  expect(() => stranger.open(sealed[0] ?? Buffer.of(), place)).toThrow('authenticate');
});

test('a customer on a platform and its fork has two keys, also in one statement', async () => {
  const person = newPerson();
  const inFork = { ...person, platformId: forkIdOf(randomUUID(), person.platformId) };

  const sealerOf = await keys.sealers([person, inFork]);
  const [sealed, forked] = [person, inFork].map((owner) => sealerOf(owner).seal('Ada', place));
  await keys.destroy(inFork);

  const key = await keys.find(person);
  expect(key?.open(sealed ?? Buffer.of(), place).toString()).toBe('Ada');
  expect(() => key?.open(forked ?? Buffer.of(), place)).toThrow('authenticate');
  expect(await keys.find(inFork)).toBeUndefined();
});

test('nothing sealed before or after the destruction of the key opens, and destroying is repeatable', async () => {
  const person = newPerson();
  const before = (await keys.of(person)).seal('Ada', place);

  await keys.destroy(person);
  await keys.destroy(person);

  const after = (await keys.of(person)).seal('Ada', place);
  const late = await keys.of(person);
  expect(await keys.find(person)).toBeUndefined();
  for (const sealed of [before, after]) expect(() => late.open(sealed, place)).toThrow('authenticate');
});

test('a person without sealed values can be erased in advance', async () => {
  const person = newPerson();

  await keys.destroy(person);
  await keys.of(person);

  expect(await keys.find(person)).toBeUndefined();
});

test('a statement that seals with the key last seen writes nothing once another process has destroyed it', async () => {
  const [mine, theirs] = [keys, personalKeys(database, openSecrets([masterKey]))];
  const person = newPerson();
  await mine.of(person);
  const seals: (readonly [Buffer, boolean])[] = [];
  const write = () =>
    mine.sealing([person], async (sealerOf, areCurrent) => {
      const [row] = await database.query(sql<{ isCurrent: boolean }>`select ${areCurrent} as "isCurrent"`);
      seals.push([sealerOf(person).seal('Ada', place), row?.isCurrent ?? false]);
      return row?.isCurrent ?? false;
    });

  await write();
  await theirs.destroy(person);
  await write();

  expect(seals.map(([, isCurrent]) => isCurrent)).toEqual([true, false, true]);
  const [before, , after] = seals.map(([sealed]) => sealed);
  for (const sealed of [before, after]) {
    const late = await mine.of(person);
    expect(() => late.open(sealed ?? Buffer.of(), place)).toThrow('authenticate');
  }
});
