// Finds secrets where none may be: in answers, log lines, events and the columns of a database, in whatever form they were written.
import { Client } from 'pg';
import type { Rest } from './rest.ts';

/** Something that others can read. */
export interface Seen {
  /** For people: `log`, `GET /config 200`, `auth.credential.nickname`. */
  readonly place: string;
  readonly content: string | Uint8Array;
}

export interface Finding {
  readonly secret: string;
  readonly place: string;
  /** How it was written there. */
  readonly form: string;
}

export interface Canary {
  /** Remembers a secret. Texts are looked for as they are; bytes also as the hex text of them. */
  hide(name: string, secret: string | Uint8Array): void;
  /** Where which secret was seen. */
  findings(seen: Iterable<Seen>): Finding[];
}

export function openCanary(): Canary {
  const hidden: Form[] = [];
  return {
    hide(name, secret) {
      const bytes = Buffer.from(secret);
      if (bytes.length < bytesMin) throw new Error(`${name} has ${bytes.length} bytes: it would be found everywhere.`);
      hidden.push(...formsOf(name, bytes));
      if (typeof secret !== 'string') hidden.push(...formsOf(name, Buffer.from(bytes.toString('hex'))));
    },
    findings: (seen) => [...seen].flatMap(({ place, content }) => formsIn(content, hidden).map((form) => ({ place, ...form }))),
  };
}

/** Notes every answer that comes. */
export function overheard(rest: Rest, seen: Seen[]): Rest {
  return async (method, path, options) => {
    const answer = await rest(method, path, options);
    const content = JSON.stringify([answer.body ?? null, answer.headers]);
    seen.push({ place: `${method} ${path} ${answer.status}`, content });
    return answer;
  };
}

/** Every value in every table of every schema but the database's own. */
export async function valuesIn(databaseUrl: string): Promise<Seen[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<Table>(`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`);
    const seen: Seen[] = [];
    for (const table of tables) seen.push(...(await valuesOf(client, table)));
    return seen;
  } finally {
    await client.end();
  }
}

interface Table {
  readonly schema: string;
  readonly name: string;
}

/** Rows as JSON, so that columns of every type can be read alike; bytes come as hex there. */
async function valuesOf(client: Client, { schema, name }: Table): Promise<Seen[]> {
  const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
  const { rows } = await client.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${table} t`);
  return rows.flatMap(({ row }) =>
    Object.entries(row).map(([column, value]) => ({ place: `${schema}.${name}.${column}`, content: contentOf(value) })),
  );
}

function contentOf(value: unknown): string | Buffer {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^\\x([0-9a-f]{2})*$/.test(value) ? Buffer.from(value.slice(2), 'hex') : value;
}

interface Form {
  readonly secret: string;
  readonly form: string;
  /** Each character is a byte. */
  readonly text: string;
}

/** Shorter ones turn up by chance. */
const bytesMin = 8;

function formsOf(secret: string, bytes: Buffer): Form[] {
  const escaped = JSON.stringify(bytes.toString()).slice(1, -1);
  const texts: [string, string][] = [
    ['as it is', bytes.toString('latin1')],
    ['escaped', Buffer.from(escaped).toString('latin1')],
    ['percent-encoded', encodeURIComponent(bytes.toString())],
    ['hex', bytes.toString('hex')],
    ['numbers', [...bytes].join(',')],
    ...[0, 1, 2].flatMap((shift): [string, string][] => [
      ['base64', shifted(bytes, shift)],
      ['base64url', shifted(bytes, shift).replaceAll('+', '-').replaceAll('/', '_')],
    ]),
  ];
  return texts.map(([form, text]) => ({ secret, form, text }));
}

/** Base64 of bytes that stand so many bytes behind the beginning of a group, without what depends on their neighbours. */
function shifted(bytes: Buffer, shift: number): string {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes]);
  const text = whole.toString('base64').replace(/=+$/, '');
  return text.slice(Math.ceil((shift * 8) / 6), whole.length % 3 === 0 ? undefined : -1);
}

/** Each secret once, in the first of its forms that is there. */
function formsIn(content: string | Uint8Array, hidden: readonly Form[]): Omit<Finding, 'place'>[] {
  const text = Buffer.from(content).toString('latin1');
  const lower = text.toLowerCase();
  const found = hidden.filter((one) => (one.form === 'hex' ? lower : text).includes(one.text));
  const first = new Map(found.toReversed().map(({ secret, form }) => [secret, form]));
  return [...first].map(([secret, form]) => ({ secret, form }));
}
