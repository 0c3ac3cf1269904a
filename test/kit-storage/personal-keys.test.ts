// Keys of persons: one per person, created once, and destroyed irrevocably.
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { personalKeys } from '../../services/kit/storage/personal-keys.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { testDatabase } from '../kit/database.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(await testDatabase());
afterAll(() => database.close());

const keys = personalKeys(database, openSecrets([randomBytes(32)]));
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
