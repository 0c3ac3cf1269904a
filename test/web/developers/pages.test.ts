// The pages for developers, as programs and browsers get them.
import { expect, test } from 'vitest';
import { guides } from '../../../web/developers/guides.ts';
import { isLoopback } from '../../../web/developers/loopback.ts';
import { startWorld } from '../../kit/platform.ts';

const world = await startWorld();
const credentials = Buffer.from(world.token.slice('Basic '.length), 'base64').toString();
const [clientId = '', clientSecret = ''] = credentials.split(':');

const open = (url: string, headers: Record<string, string> = { accept: 'text/html', host: 'localhost:8080' }) =>
  world.app.inject({ method: 'GET', url, headers });

test('a browser gets a page with the version, the addresses and a call that works', async () => {
  const page = await open('/');

  expect([page.statusCode, page.headers['content-type'], page.headers.vary]).toEqual([200, 'text/html; charset=utf-8', 'accept']);
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.body).toContain('Version 0.1.0 runs here in sandbox mode.');
  expect(page.body).toContain('http://localhost:8080/2025-10-13');
  expect(page.body).toContain(`curl -u ${credentials} http://localhost:8080/2025-10-13/config`);
});

test('a program gets the refusal of an unknown path', async () => {
  const answer = await open('/', { accept: '*/*' });

  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { status: 404, code: 'REFERENCE_NOT_FOUND', message: 'There is no route GET /. Paths of operations start with /2025-10-13.' },
  ]);
});

test.each(['/', '/docs'])('%s shows the credentials to no other host', async (path) => {
  const page = await open(path, { accept: 'text/html', host: 'rebound.example' });

  expect(page.statusCode).toBe(200);
  expect(page.body).not.toContain(clientId);
  expect(page.body).not.toContain(clientSecret);
});

test('production shows no credentials, and no explorer', async () => {
  const production = await startWorld({ mode: 'production' });
  const get = (url: string) =>
    production.app.inject({ method: 'GET', url, headers: { accept: 'text/html', host: 'localhost:8080' } });

  expect((await get('/')).body).toContain('curl -u CLIENT_ID:CLIENT_SECRET');
  expect((await get('/docs')).statusCode).toBe(404);
  expect((await get('/docs/guides')).statusCode).toBe(200);
});

test('pages load nothing from other hosts, and only the explorer runs scripts', async () => {
  const policies = await Promise.all(['/', '/docs/guides/sandbox', '/docs'].map(async (path) => (await open(path)).headers));

  const [landing, guide, explorer] = policies.map((headers) => String(headers['content-security-policy']));
  expect(landing).not.toContain('script-src');
  expect(guide).toBe(landing);
  expect(explorer).toContain("script-src 'self';");
  expect([landing, guide, explorer].join()).not.toMatch(/https?:/);
});

test('every guide is served as HTML and as Markdown, and its links lead somewhere', async () => {
  const anchors = new Map<string, string>();
  for (const path of guides().keys()) anchors.set(path, (await open(path)).body);

  expect(anchors.size).toBeGreaterThan(30);
  expect((await open('/docs/guides/security-policy.md')).body).toMatch(/vulnerab/i);
  for (const [path, { file, markdown, title }] of guides()) {
    const page = anchors.get(path) ?? '';
    const source = await open(`${path}.md`);
    expect([source.headers['content-type'], source.body], file).toEqual(['text/markdown; charset=utf-8', markdown]);
    expect(page, file).toContain(`<title>${title}</title>`);
    const links = [...page.matchAll(/<a href="(?!https?:|mailto:)([^"]+)"/g)].map(([, href = '']) => href);
    const targets = links.map((href) => new URL(href, `http://localhost${path}`));
    const broken = targets.filter(({ pathname, hash }) => isBroken(anchors, pathname, hash));
    expect(broken.map(String), file).toEqual([]);
  }
});

/** Pages other than guides are known by their paths. */
function isBroken(pages: ReadonlyMap<string, string>, path: string, hash: string): boolean {
  if (path === '/' || (path.endsWith('.md') && pages.has(path.slice(0, -3)))) return false;
  const page = pages.get(path);
  return page === undefined || (hash !== '' && !page.includes(`id="${decodeURIComponent(hash.slice(1))}"`));
}

test('a guide that does not exist is refused in JSON', async () => {
  const answer = await open('/docs/guides/nothing');

  expect([answer.statusCode, answer.json().code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
});

test('llms.txt lists every guide with its source', async () => {
  const { headers, body } = await open('/llms.txt');

  expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(body).toMatch(/^# Payments platform\n\n> A payments platform that you host yourself\./);
  for (const { path } of guides().values()) expect(body).toContain(`](http://localhost:8080${path}.md)`);
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
])('whether %s is this machine only: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
