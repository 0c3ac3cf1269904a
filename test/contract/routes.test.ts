// Paths and verbs: unknown routes, unsupported methods, and how ids may be encoded.
import { describe, expect, test } from 'vitest';
import { versionPrefix } from '../../gateway/version.ts';
import { openWorld } from '../kit/any-world.ts';
import { servedCheck } from '../kit/served.ts';
import { operations } from './operations.ts';
import { requestOf, requiredQuery, urlOf } from './requests.ts';
import { readBoth } from './several.ts';
import { makeThings } from './things.ts';

const world = await openWorld();
const things = await makeThings(world);
const check = servedCheck();

async function ask(method: string, url: string, headers: Record<string, string> = { authorization: world.token }) {
  const { status, headers: answered, text } = await world.raw({ method, url, headers });
  return { status, body: text === '' ? undefined : JSON.parse(text), headers: answered };
}

const paths = [...new Set(operations.map(({ path }) => path))].map((path) => {
  const same = operations.filter((operation) => operation.path === path);
  const [first] = same;
  return {
    path,
    verbs: same.map(({ verb }) => verb as string),
    url: versionPrefix + (first ? urlOf(first, requestOf(first, things).ids) : ''),
  };
});

const allVerbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'];

describe.each(paths)('$path', ({ path, verbs, url }) => {
  const allowed = verbs.includes('GET') ? [...verbs, 'HEAD'] : verbs;
  const others = allVerbs.filter((verb) => !allowed.includes(verb));

  test.each(others)('answers %s with 405 and the allowed methods', async (verb) => {
    for (const headers of [{ authorization: world.token }, {}]) {
      const answer = await ask(verb, url, headers);

      expect([answer.status, answer.body?.code ?? verb]).toEqual([
        405,
        verb === 'HEAD' ? expect.any(String) : 'METHOD_NOT_ALLOWED',
      ]);
      expect(String(answer.headers.allow).split(', ').toSorted()).toEqual(allowed.toSorted());
    }
  });

  test('is no route with a trailing slash, in capitals, under another version or without a version', async () => {
    const bare = url.slice(versionPrefix.length);
    const wrong = [
      `${url}/`,
      `${url}//`,
      `${versionPrefix}/${bare}`,
      `/2024-01-01${bare}`,
      `/v1${bare}`,
      bare,
      `${versionPrefix}${bare}/elephants/at/large`,
      `${versionPrefix}${path.toUpperCase()}`,
      `${versionPrefix}/./${bare}`,
    ];
    for (const each of wrong) {
      const { status, body } = await ask(verbs[0] ?? 'GET', each, {});

      expect([each, status, body.code]).toEqual([each, 404, 'REFERENCE_NOT_FOUND']);
      expect(check({ method: 'GET', path: '/elephants', status, body })).toEqual([]);
    }
  });
});

test.each([
  '/',
  '/elephants',
  '/customers/x/elephants',
  '/__proto__',
  '/constructor',
  '/internal-accounts',
  '/*',
  '/:customer_id',
])('%s is no route', async (path) => {
  const { status, body, headers } = await ask('GET', versionPrefix + path);

  expect([status, body.code, headers['content-type']]).toEqual([404, 'REFERENCE_NOT_FOUND', 'application/json; charset=utf-8']);
});

test.each(['/%', '/customers/%', '/customers/%zz', '/customers/%c0%80', '/customers/%ff'])(
  '%s is refused in JSON',
  async (path) => {
    const { status, body } = await ask('GET', versionPrefix + path);

    expect([status, body.status]).toEqual([expect.toBeOneOf([400, 404]), status]);
  },
);

test.each(operations.filter(({ verb, variables }) => verb === 'GET' && variables.length > 0))(
  '$name accepts an id with : or with %3A',
  async (operation) => {
    const { ids, token } = requestOf(operation, things);
    const own = { query: requiredQuery(operation, things), ...(token !== undefined && { token }) };
    const encoded = Object.fromEntries(
      Object.entries(ids).map(([name, id]) => [name, id.replace(':', '%3a').replace('-', '%2D')]),
    );

    const [plain, other] = await readBoth(world, operation, { ids, ...own }, { ids: encoded, ...own });

    expect(other).toEqual(plain);
  },
);

test.each(operations)("$name echoes the caller's request id, and generates one if it is invalid", async (operation) => {
  const url = versionPrefix + urlOf(operation, requestOf(operation, things).ids);
  const given = await ask(operation.verb, url, { 'x-request-id': 'a.b_c:d-1' });
  const wrong = await ask(operation.verb, url, { 'x-request-id': 'with blanks' });

  expect(given.headers['x-request-id']).toBe('a.b_c:d-1');
  expect(wrong.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});
