// Every list: limits, cursors, pages, totals, and the forms of its query.
import { describe, expect, inject, test } from 'vitest';
import { openWorld } from '../kit/any-world.ts';
import { lists, operations } from './operations.ts';
import { credentialOf, requestOf, requiredQuery, send } from './requests.ts';
import { resolved } from './schema.ts';
import { readBoth, sendMany } from './several.ts';
import { makeThings } from './things.ts';

const world = await openWorld();
const things = await makeThings(world);

/** With twelve, half of the lists have more than the 20 rows of a page by default. The other forms differ only in how calls travel. */
const rounds = inject('outside') ? 4 : 12;

/** More rows for every list, some with the same creation time. */
for (let round = 0; round < rounds; round++) {
  if (round % 3 === 0) await world.advance(1);
  await sendMany(operations.filter(makesRows), (operation) => send(world, operation, requestOf(operation, things)));
}
await world.advance(60); // jobs that would change rows within the next minute have run

function makesRows({ verb, path, json, takesForm }: (typeof operations)[number]): boolean {
  return verb === 'POST' && (json !== undefined || takesForm) && !path.startsWith('/sandbox/') && !path.includes('/bulk/');
}

const wholes = await Promise.all(
  lists.map(async (operation) => {
    const required = requiredQuery(operation, things);
    const own = credentialOf(operation, things);
    const { ids } = requestOf(operation, things);
    const all = await wholeOf(operation, { ids, query: { ...required, limit: '100' }, ...own });
    return { ...operation, demanded: required, ids, own, all };
  }),
);

/** All rows, as on one page. */
async function wholeOf(operation: (typeof lists)[number], request: Parameters<typeof send>[2]) {
  let { body: whole } = await send(world, operation, request);
  while (whole.hasMore) {
    const { body: next } = await send(world, operation, { ...request, query: { ...request.query, cursor: whole.nextCursor } });
    whole = { ...next, data: [...whole.data, ...next.data] };
  }
  return whole;
}

describe.each(wholes)('$name', (operation) => {
  const { all, demanded: required, ids, own } = operation;
  const page = async (query: Record<string, string>) => send(world, operation, { ids, query: { ...required, ...query }, ...own });

  test('has enough rows for several pages', () => {
    expect(all.data.length).toBeGreaterThan(1);
    expect(all.hasMore).toBe(false);
  });

  test.each(['0', '101', '-1', '1.5', 'abc', '', ' 1', '1e1', '0x1', '9007199254740993', '10.0', '20.00000000000000000001', '١'])(
    'refuses the limit %s',
    async (limit) => {
      const { status, body } = await page({ limit });

      expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'limit']);
    },
  );

  test.each(['x', '', '!', '0', 'null', 'MTcwMDAwMDAwMDAwMA', 'e30', 'x'.repeat(5_000), '%00', 'OTk5OTk5OTk5OTk5OTk5LjAw'])(
    'refuses the cursor %s',
    async (cursor) => {
      const { status, body } = await page({ cursor });

      expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'cursor']);
    },
  );

  test.each([1, 7])('pages of %i contain each row once, in order', async (limit) => {
    const rows: unknown[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body } = await page({ limit: String(limit), ...(cursor && { cursor }) });
      rows.push(...body.data);
      cursor = body.nextCursor;

      expect(body.data.length).toBe(Math.min(limit, body.data.length || 1));
      expect(body.hasMore).toBe(cursor !== undefined);
      expect(body.totalCount).toBe(all.totalCount);
    }

    expect(rows).toEqual(all.data);
  });

  test('has 20 rows per page by default, newest first, and counts them all', async () => {
    const { body } = await page({});
    const times = all.data.map((row: { createdAt?: string }) => row.createdAt ?? '');

    expect(body.data).toEqual(all.data.slice(0, 20));
    expect(times).toEqual(times.toSorted().toReversed());
    if ('totalCount' in all) expect(all.totalCount).toBe(all.data.length);
  });

  test('a cursor with one changed character is refused, or is a place in the list', async () => {
    const { body } = await page({ limit: '1' });
    const cursor: string = body.nextCursor;
    const changed = [...cursor].map((char, at) => cursor.slice(0, at) + (char === 'A' ? 'B' : 'A') + cursor.slice(at + 1));

    const answers = await sendMany(changed, (text) => page({ cursor: text }));

    for (const { status } of answers) expect([200, 400]).toContain(status);
  });
});

const parameters = operations.flatMap((operation) => operation.query.map((parameter) => ({ ...operation, parameter })));

const wrongTexts = (type: unknown, { enum: allowed, format, pattern }: Record<string, unknown>): string[] => {
  if (allowed) return ['NO_SUCH_VALUE', 'unspecified', ''];
  if (type === 'boolean') return ['TRUE', '1', 'yes', ''];
  if (type === 'integer') return ['abc', '1.5', '', '1e400', '9007199254740993', 'NaN'];
  if (format === 'date-time') return ['yesterday', '2026-02-30', '2026-1-1', '2026-02-30T00:00:00Z', '', '1767225600'];
  return pattern === undefined ? [] : ['é', ''];
};

test.each(parameters)('$name refuses every invalid $parameter.name, and the error names it', async (operation) => {
  const { parameter } = operation;
  const schema = resolved(parameter.schema);
  const request = requestOf(operation, things);
  for (const text of wrongTexts(schema.type, schema)) {
    const { status, body } = await send(world, operation, { ...request, query: { ...request.query, [parameter.name]: text } });

    expect([text, status, body.details?.errors?.[0]?.field]).toEqual([text, 400, parameter.name]);
  }
});

test.each(parameters)('$name refuses U+0000 in its $parameter.name, and handles unusual text', async (operation) => {
  const { parameter } = operation;
  const ask = (text: string) => {
    const { body: _, ...request } = requestOf(operation, things);
    return send(world, operation, { ...request, query: { ...request.query, [parameter.name]: text } });
  };

  expect((await ask('a\0b')).status).toBe(400);
  for (const text of ['\u{1f4a9}', "'; drop table x; --", '%', '_', '\\', 'x'.repeat(3_000), '../../x', '[object Object]']) {
    expect([200, 400]).toContain((await ask(text)).status);
  }
});

test.each(parameters.filter(({ parameter }) => parameter.schema.type !== 'array'))(
  '$name accepts $parameter.name once',
  async (operation) => {
    const { rest } = world;

    const { status, body } = await rest(
      operation.verb,
      `${operation.path}?${operation.parameter.name}=1&${operation.parameter.name}=2`,
      credentialOf(operation, things),
    );

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  },
);

test.each(parameters.filter(({ parameter }) => parameter.schema.type === 'array'))(
  '$name accepts a list of $parameter.name as repeated keys, with commas, or both',
  async ({ verb, path, parameter }) => {
    const { enum: [first = 'EUR', second = 'GBP'] = [] } = (parameter.schema.items ?? {}) as { enum?: string[] };
    const key = parameter.name;
    const forms = [`${key}=${first}&${key}=${second}`, `${key}=${first},${second}`, `${key}=${first},&${key}=${second},`];

    const answers = await Promise.all(forms.map(async (form) => (await world.rest(verb, `${path}?${form}`)).body));

    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  },
);

test.each(operations.filter(({ verb, query }) => verb === 'GET' && query.length > 0))(
  '$name ignores unknown query parameters',
  async (operation) => {
    const request = requestOf(operation, things);

    const query = { ...request.query, __proto__x: '1', constructor: 'x', elephant: '1' };

    const [plain, more] = await readBoth(world, operation, request, { ...request, query });

    expect(more).toEqual(plain);
  },
);
