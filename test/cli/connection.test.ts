// Which platform the command line works with: a local sandbox is found, production must be named.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { flowDatabase } from '../flows/flow-database.ts';
import { startProcess } from '../kit/launch.ts';
import type { Tenant } from '../kit/platform.ts';
import { startCli } from './cli-world.ts';

const world = await startCli();
let production: Tenant;
beforeAll(async () => {
  production = await world.newPlatform({ environment: 'production', currencies: ['USD'] });
});

test('it finds the sandbox of npm start by the stored credentials', async () => {
  const data = join(world.dataDir, 'found', 'data');
  mkdirSync(data, { recursive: true });
  const { clientId, clientSecret } = world;
  writeFileSync(join(data, 'sandbox-credentials.json'), JSON.stringify({ clientId, clientSecret }));
  const environment = { PUBLIC_URL: world.origin };

  const shown = await world.json(['config'], { environment, folder: join(data, '..') });

  expect(shown).toMatchObject({ url: world.origin, source: 'sandbox on this machine', platform: `Platform:${world.id}` });
});

test('it finds a sandbox on any port by what the sandbox stored', async () => {
  const data = join(world.dataDir, 'stored');
  mkdirSync(data);
  const stored = { SANDBOX_CLIENT_ID: '', SANDBOX_CLIENT_SECRET: '', DATA_DIR: data };
  const platform = await startProcess({ env: { ...stored, DATABASE_URL: await flowDatabase() } });

  const shown = await world.json(['config'], { environment: { DATA_DIR: data } });
  await platform.end();
  const ended = await world.run(['config'], { environment: { DATA_DIR: data } });

  expect(shown).toMatchObject({ url: platform.origin, source: 'sandbox on this machine' });
  expect([ended.code, ended.err]).toEqual([3, expect.stringContaining(`There is no platform at ${platform.origin}`)]);
});

test('it uses the settings of npm start', async () => {
  const { clientId, clientSecret, origin } = world;
  const environment = { PUBLIC_URL: origin, SANDBOX_CLIENT_ID: clientId, SANDBOX_CLIENT_SECRET: clientSecret };

  const shown = await world.json(['config'], { environment });

  expect(shown).toMatchObject({ source: 'sandbox on this machine', clientId, environment: 'sandbox' });
});

test('a platform in production that was not named is refused', async () => {
  const { code, out, err } = await world.run(['events', 'list'], { environment: world.environmentOf(production) });

  expect([code, out]).toEqual([3, '']);
  expect(err).toContain('is not a sandbox');
});

test('a saved platform is used when it is named, and its file is private', async () => {
  const { clientId, clientSecret, origin } = { ...production, origin: world.origin };
  const environment = world.environmentOf(world);
  const save = ['config', 'save', 'live', '--url', `${origin}/`, '--client-id', clientId];
  const { PAYMENTS_CLIENT_SECRET: _, ...withoutSecret } = environment;
  const saved = await world.run(save, { environment: withoutSecret, input: `${clientSecret}\n` });

  const shown = await world.json(['config', '--profile', 'live']);

  expect([saved.code, saved.out]).toEqual([0, `live is ${origin} (production).\n`]);
  expect(shown).toMatchObject({ environment: 'production', source: 'profile live', platform: `Platform:${production.id}` });
  expect(statSync(environment.PAYMENTS_PROFILES ?? '').mode & 0o777).toBe(0o600);
  expect((await world.run(['config', 'remove', 'live'])).code).toBe(0);
  expect(await world.run(['config', '--profile', 'live'])).toMatchObject({
    code: 3,
    err: expect.stringContaining('There is no profile "live"'),
  });
});

test.each([
  ['no platform', { PAYMENTS_URL: 'http://127.0.0.1:9' }, 'Run "npm start" first'],
  ['no credentials', { PAYMENTS_URL: '', DATA_DIR: '/nowhere' }, 'There are no credentials in /nowhere'],
  ['half of the credentials', { PAYMENTS_CLIENT_SECRET: '' }, 'Also set PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET'],
  ['wrong credentials', { PAYMENTS_CLIENT_SECRET: 'wrong' }, 'does not accept the credentials'],
])('with %s it says what to do', async (_, more, sentence) => {
  const { code, err } = await world.run(['clock', 'show'], { environment: { ...world.environmentOf(world), ...more } });

  expect([code, err]).toEqual([3, expect.stringContaining(sentence)]);
});
