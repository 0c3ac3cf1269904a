// What all commands of operators share: help, credentials, scopes, the log.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { services } from '../../services/all.ts';
import { anchorsFile } from '../../services/auth/anchors/anchors.ts';
import { opsCommands } from '../../tools/payments/ops/commands.ts';
import { serviceNames } from '../../tools/payments/ops/services.ts';
import { operatorWith } from '../kit/operator.ts';
import { startOps } from './ops-world.ts';

const { world, url, operator, ofPlatform } = await startOps();

test.each(opsCommands.map((command) => [command.name, command] as const))('%s has help with examples', async (name, command) => {
  const { code, out } = await operator.run(...name.split(' ').slice(1), '--help');

  expect(code).toBe(0);
  expect(out).toContain(`${command.summary}.`);
  expect(command.examples.length).toBeGreaterThan(0);
  for (const example of command.examples) expect(`${example} `.startsWith(`${name} `), example).toBe(true);
});

test('the commands know all services', () => {
  expect(serviceNames).toEqual(services.map(({ name }) => name).toSorted());
});

test('the first words of commands list those', async () => {
  const { code, out } = await operator.run('webhooks');

  expect(code).toBe(0);
  expect(out).toContain('ops webhooks resend');
  expect(out).not.toContain('ops limits');
});

test('only its owner can read the credential', () => {
  expect(statSync(operator.environment.OPS_CREDENTIAL ?? '').mode & 0o777).toBe(0o600);
});

test('init is refused while a credential is valid', async () => {
  const { code, err } = await operator.run('init');

  expect([code, err]).toEqual([1, expect.stringContaining('CONFLICT: The operator "ada" can create credentials.')]);
});

test('init requires the master key', async () => {
  const stranger = operatorWith({ OPS_URL: url, MASTER_KEY: '08'.repeat(32) });

  expect(await stranger.run('init')).toMatchObject({ code: 1, err: expect.stringContaining('UNAUTHORIZED') });
});

test.each([
  ['no credential', { DATA_DIR: '/nowhere' }, 'There is no credential in /nowhere/operator.json.'],
  [
    'no platform',
    { OPS_TOKEN: `op_${'0'.repeat(48)}`, OPS_URL: 'http://127.0.0.1:1' },
    'No platform answers at http://127.0.0.1:1.',
  ],
])('with %s a command exits with 3', async (_, environment, sentence) => {
  const { code, err } = await operatorWith(environment).run('platforms', 'list');

  expect([code, err]).toEqual([3, expect.stringContaining(sentence)]);
});

test('another operator has their own scopes until they are revoked', async () => {
  const [{ id, token }] = await operator.json('operators', 'create', 'grace', '--scope', 'VIEW', '--expires-in-days', '30');
  const grace = operatorWith({ OPS_URL: url, OPS_TOKEN: token });

  const listed = await grace.run('limits', 'list', ...ofPlatform);
  const refused = await grace.run('limits', 'set', 'USD-EUR', ...ofPlatform, '--daily', '1');
  await operator.json('operators', 'revoke', id, '--yes');
  const revoked = await grace.run('limits', 'list', ...ofPlatform);

  expect([listed.code, refused.code, revoked.code]).toEqual([0, 1, 1]);
  expect(refused.err).toBe('FORBIDDEN: This operation requires the scope CONFIGURE of the operator.\n');
});

test('any method for operators can be called, and no other', async () => {
  const set = await operator.run('call', 'PlatformDirectoryService/SetInvitations', '{"offersInvitations":true}', ...ofPlatform);
  const other = await operator.run('call', 'PlatformDirectoryService/EnsurePlatform', '{}', ...ofPlatform);

  expect([set.code, set.out, other.code]).toEqual([0, '{}\n', 2]);
});

test('the log is shown, exported and verified', async () => {
  world.wall.advance(60_000);
  await world.settle();
  const [file, anchors] = [join(world.dataDir, 'export.jsonl'), join(world.dataDir, anchorsFile)];
  const shown = await operator.run('audit', 'log', '--last', '5');
  const [exported] = await operator.json('audit', 'export', '--to', file);
  const verified = await operator.json('audit', 'verify', file, '--anchors', anchors);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  writeFileSync(
    `${file}.changed`,
    lines.with(2, (lines[2] ?? '').replace('"ada"', '"eve"').replace('CALL', 'DENIAL')).join('\n'),
  );

  const found = await operator.run('audit', 'verify', `${file}.changed`);

  expect(shown.out.split('\n')[0]).toMatch(/^SEQUENCE +TIME +OPERATOR/);
  expect(verified).toMatchObject([{ entries: exported.entries, problems: 0 }]);
  expect([found.code, found.err]).toEqual([1, 'Entry 3 does not continue the chain.\n']);
});
