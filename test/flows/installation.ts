// What docs/installing.md needs from the outside: servers of PostgreSQL, a rail, a mail server, a collector. And a backend that pays.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect } from 'vitest';
import { ensureCluster } from '../../services/kit/storage/postgres/cluster.ts';
import { atEndOfFile } from '../kit/file-end.ts';
import { freePorts } from '../kit/launch.ts';
import { startOtlpReceiver } from '../kit/otlp-receiver.ts';
import { databaseWaitMs } from '../kit/patience.ts';
import { postgresFolder } from '../kit/postgres-folder.ts';
import { openShell } from '../kit/shell.ts';
import { startRail } from '../rails/rail-process.ts';
import { startMailbox } from '../services/auth/mailbox.ts';
import { type Paying, paying } from './installation-load.ts';
import { openServer } from './installation-server.ts';

const project = join(import.meta.dirname, '../..');
const page = readFileSync(join(project, 'docs/installing.md'), 'utf8');

interface Block {
  readonly section: string;
  readonly language: string;
  readonly text: string;
}

/** Under the headings of the page. */
const blocks: readonly Block[] = page.split(/^#+ /m).flatMap((part) => {
  const [section = ''] = part.split('\n');
  return [...part.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', text = '']) => ({ section, language, text }));
});
const isOfValues = (text: string) => text.split('\n').every((line) => line === '' || /^\w+=/.test(line));

export async function openInstallation() {
  const folder = postgresFolder('installation');
  const home = folder.dataDir;
  const [primary, second] = [await openServer('primary'), await openServer('second')];
  atEndOfFile(() => folder.remove());
  await ensureCluster(primary.place);
  await primary.start();
  const secrets = { rail: randomBytes(32).toString('hex'), rate: randomBytes(32).toString('hex') };
  const rail = await startRail(0, { RAIL_SECRET: secrets.rail, RATE_SECRET: secrets.rate });
  const [mailbox, otlp] = [await startMailbox(), await startOtlpReceiver()];
  const ports = await namedPorts();
  const password = randomBytes(18).toString('base64url');
  const values: Readonly<Record<string, string>> = {
    home,
    database: addressOf(primary, password),
    second: addressOf(second, password),
    rail: rail.address,
    rail_secret: secrets.rail,
    rate_secret: secrets.rate,
    collector: otlp.url,
    mail: mailbox.url,
    ...Object.fromEntries(Object.entries(ports).map(([name, of]) => [name, Object.values(of).join(' ')])),
  };
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    LOG_LEVEL: 'trace',
    NODE_COMPILE_CACHE: join(tmpdir(), 'payments-test-compiled'),
    DATABASE_WAIT_MS: `${databaseWaitMs}`,
    PGURL: primary.url,
  };
  const shell = openShell(env, functions);
  const run = ({ text, language }: Block) => {
    if (language === 'sql') return onServer(primary.url, text.replaceAll("'password'", `'${password}'`));
    return shell.run(isOfValues(text) ? adapted(text, values) : text);
  };
  return {
    home,
    primary,
    second,
    rail,
    mailbox,
    otlp,
    ports,
    shell,
    /** Runs these blocks of a section, or all. Returns what they print. */
    follow: async (name: string, ...indexes: readonly number[]) => {
      const all = blocks.filter(({ section }) => section === name);
      const printed: string[] = [];
      for (const block of indexes.length > 0 ? indexes.map((index) => all[index]) : all)
        printed.push(await run(block ?? missing(name)));
      return printed.join('');
    },
    /** A backend that uses both processes. */
    paying: (by: Paying) => paying([ports.one.rest, ports.two.rest], by),
    secrets: () => ({ ...secrets, password, mail: 'zoe:secret', ...secretsIn(home) }),
  };
}

function missing(section: string): never {
  throw new Error(`The section ${section} of docs/installing.md has no such block.`);
}

/** Of the command line and of PostgreSQL. `npx` takes a second of each command. */
const functions = `
  npx() { shift; node tools/payments/payments.mjs "$@"; }
  pg_basebackup() { node test/kit/pg-basebackup.ts "$@"; }`;

function adapted(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/^(\w+)=.*$/gm, (_, name: string) => {
    expect(Object.keys(values)).toContain(name);
    return `${name}='${values[name]}'`;
  });
}

async function namedPorts() {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = await freePorts(9);
  const named = (rest: number, grpc: number, monitoring: number) => ({ rest, grpc, monitoring });
  return { one: named(a, b, c), two: named(d, e, f), three: named(g, h, i) };
}

const addressOf = ({ port }: { readonly port: number }, password: string) =>
  `postgresql://payments:${password}@127.0.0.1:${port}/payments`;

async function onServer(url: string, statements: string): Promise<string> {
  const client = new Client({ connectionString: url.replace(/payments$/, 'postgres') });
  await client.connect();
  for (const statement of statements.split(';\n').filter((text) => text.trim() !== '')) await client.query(statement);
  await client.end();
  return '';
}

/** Keys in the settings and in the file of master keys. */
function secretsIn(home: string): Record<string, Buffer> {
  const callerKeys = /^CALLER_KEYS=(\w+)$/m.exec(readFileSync(join(home, 'settings'), 'utf8'))?.[1] ?? '';
  const masterKey = readFileSync(join(home, 'master.key'), 'utf8').trim();
  return { 'the keys of callers': Buffer.from(callerKeys, 'hex'), 'the master key': Buffer.from(masterKey, 'hex') };
}
