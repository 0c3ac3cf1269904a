// Finds secrets where none belong: in answers, log lines, events and database columns, in any encoding.
import { readFileSync } from 'node:fs';
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
  /** How it was encoded there. */
  readonly form: string;
}

export interface Canary {
  /** Registers a secret. Texts are searched as they are; bytes also as their hex text. */
  hide(name: string, secret: string | Uint8Array): void;
  /** Where each secret was found. */
  findings(seen: Iterable<Seen>): Finding[];
  /** Which secrets are in a file as they are: for files whose size forbids other encodings. */
  rawFindings(file: string): Finding[];
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
    rawFindings: (file) => {
      const content = readFileSync(file);
      return hidden
        .filter(({ form, text }) => form === 'as it is' && content.includes(Buffer.from(text, 'latin1')))
        .map(({ secret, form }) => ({ place: file, secret, form }));
    },
  };
}

/** Records every answer. */
export function overheard(rest: Rest, seen: Seen[]): Rest {
  return async (method, path, options) => {
    const answer = await rest(method, path, options);
    const content = JSON.stringify([answer.body ?? null, answer.headers]);
    seen.push({ place: `${method} ${path} ${answer.status}`, content });
    return answer;
  };
}

/** Every value in every table of every schema, except those of PostgreSQL. */
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

/** Rows as JSON, which makes columns of every type searchable; bytes become hex. */
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

/** Shorter ones occur by chance. */
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

/** Base64 of bytes at this offset within a group, without the characters that depend on neighbouring bytes. */
function shifted(bytes: Buffer, shift: number): string {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes]);
  const text = whole.toString('base64').replace(/=+$/, '');
  return text.slice(Math.ceil((shift * 8) / 6), whole.length % 3 === 0 ? undefined : -1);
}

/** Each secret once, in the first encoding found. */
function formsIn(content: string | Uint8Array, hidden: readonly Form[]): Omit<Finding, 'place'>[] {
  const text = Buffer.from(content).toString('latin1');
  const lower = text.toLowerCase();
  const found = hidden.filter((one) => (one.form === 'hex' ? lower : text).includes(one.text));
  const first = new Map(found.toReversed().map(({ secret, form }) => [secret, form]));
  return [...first].map(([secret, form]) => ({ secret, form }));
}
