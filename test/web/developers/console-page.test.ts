// The page of the console, as browsers get it.
import { expect, test } from 'vitest';
import { buildConsole } from '../../../web/console/build.ts';
import { startWorld } from '../../kit/platform.ts';

const visitor = { accept: 'text/html', host: 'localhost:8080' };

test('the page runs only its own script, and has the credentials for its owner alone', async () => {
  const world = await startWorld();
  const open = (host: string) => world.app.inject({ method: 'GET', url: '/console', headers: { ...visitor, host } });
  const [own, rebound] = [await open('localhost:8080'), await open('rebound.example')];

  expect(String(own.headers['content-security-policy'])).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect([own.body.includes(world.clientSecret), rebound.body.includes(world.clientSecret)]).toEqual([true, false]);
});

test('production has no console', async () => {
  const { app } = await startWorld({ mode: 'production' });

  for (const url of ['/console', '/console/app.js', '/console/app.css'])
    expect((await app.inject({ method: 'GET', url, headers: visitor })).statusCode).toBe(404);
});

test('the script is one file of less than 90 KB, without references to Node.js', async () => {
  const { script } = await buildConsole();

  expect(Buffer.byteLength(script)).toBeLessThan(90_000);
  expect(script).not.toMatch(/from\s*"(?!\.)|node:/);
});
