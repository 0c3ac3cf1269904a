// The canary finds planted secrets everywhere. Otherwise its silence would prove nothing.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openCanary, valuesIn } from '../kit/canary.ts';
import { testDatabase } from '../kit/database.ts';

const secret = randomBytes(32);
const words = 'abandon "ability" zoë able';
const canary = openCanary();
canary.hide('key', secret);
canary.hide('words', words);

const behind = (count: number, bytes: Buffer) => Buffer.concat([randomBytes(count), bytes, randomBytes(5)]);

test.each<[string, string, string | Buffer]>([
  ['key', 'as it is', behind(3, secret)],
  ['key', 'hex', `{"privateKey":"${secret.toString('hex')}"}`],
  ['key', 'hex', `0x${secret.toString('hex').toUpperCase()}`],
  ['key', 'numbers', JSON.stringify(secret)],
  ['key', 'base64', secret.toString('base64')],
  ['key', 'base64', behind(1, secret).toString('base64')],
  ['key', 'base64', behind(2, secret).toString('base64')],
  ['key', 'base64url', `eyJ.${behind(4, Buffer.from(`{"d":"${secret.toString('hex')}"}`)).toString('base64url')}`],
  ['words', 'as it is', `mnemonic: ${words}.`],
  ['words', 'escaped', JSON.stringify({ mnemonic: words })],
  ['words', 'percent-encoded', `https://a.test/?words=${encodeURIComponent(words)}`],
  ['words', 'hex', behind(1, Buffer.from(words)).toString('hex')],
  ['words', 'base64', behind(1, Buffer.from(words)).toString('base64')],
])('a %s that is written %s is found', (name, form, content) => {
  const found = canary.findings([{ place: 'log', content }]).map(({ secret, place }) => [secret, place]);

  expect(found, form).toEqual([[name, 'log']]);
});

test('only hidden values are found; values too short to be distinctive are not hidden', () => {
  const content = [randomBytes(64).toString('hex'), randomBytes(64).toString('base64'), 'abandon "ability"'].join(' ');

  expect(canary.findings([{ place: 'log', content }])).toEqual([]);
  expect(() => canary.hide('code', '123456')).toThrow('found everywhere');
});

test('a secret is found in columns of every type, in every schema', async () => {
  const url = await testDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create schema one; create table one."Odd name" (id int, a text, b jsonb, c bytea, d text[], e varchar)`);
  const values = [words, JSON.stringify({ deep: [{ words }] }), Buffer.from(JSON.stringify({ words })), ['', words], 'harmless'];
  await client.query('insert into one."Odd name" values (1, $1, $2, $3, $4, $5)', values);
  await client.query('create table plain (key bytea); insert into plain values (null)');
  await client.query('insert into plain values ($1)', [secret]);
  await client.end();

  const found = canary.findings(await valuesIn(url));

  expect(found.map(({ secret, place }) => `${secret} in ${place}`).sort()).toEqual([
    'key in public.plain.key',
    'words in one.Odd name.a',
    'words in one.Odd name.b',
    'words in one.Odd name.c',
    'words in one.Odd name.d',
  ]);
});
