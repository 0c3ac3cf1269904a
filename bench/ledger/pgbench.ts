// The reference in C, if installed: pgbench with the same prepared statements, on sixteen connections.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPgbench } from '../kit/pgbench.ts';
import { accountCount } from './accounts.ts';
import { plainConnections } from './plain.ts';
import { type Aim, accountsBefore } from './transfers.ts';

export interface PgbenchOptions {
  readonly databaseUrl: string;
  readonly platformId: string;
  readonly bodyBytes: number;
  /** For its scripts. */
  readonly folder: string;
}

/** Runs for some seconds and returns transfers per second. Undefined without pgbench. */
export function openPgbench(options: PgbenchOptions): ((aim: Aim, seconds: number) => Promise<number>) | undefined {
  const pgbench = findPgbench();
  if (!pgbench) return undefined;
  return async (aim, seconds) => {
    const script = join(options.folder, `${aim}.sql`);
    writeFileSync(script, scriptOf(aim, options));
    const args = ['-n', '-M', 'prepared', '-c', String(plainConnections), '-T', String(seconds), '-f', script];
    const said = await pgbench([...args, options.databaseUrl], { PGOPTIONS: '-c search_path=accounts' });
    const [, tps] = /^tps = ([\d.]+)/m.exec(said) ?? [];
    return Number(tps);
  };
}

function scriptOf(aim: Aim, { platformId, bodyBytes }: PgbenchOptions): string {
  const id = (name: string) => `('00000000-0000-7000-8000-' || lpad(:${name}::text, 12, '0'))::uuid`;
  const event = (name: string) =>
    `(uuidv7(), '${platformId}', 'sandbox', 'InternalAccount:' || ${id(name)}, :${name}_version::bigint,
      'INTERNAL_ACCOUNT.BALANCE_UPDATED', decode(repeat('78', ${bodyBytes}), 'hex'), now(), 'bench')`;
  const statements = [
    'begin',
    `insert into journal (id, platform_id, subject, step, fingerprint, created_at)
      values (uuidv7(), '${platformId}', uuidv7(), 'MOVE', decode(repeat('78', 32), 'hex'), now())
      on conflict (platform_id, subject, step) do nothing returning id as journal \\gset`,
    `select id, available, version from balance where platform_id = '${platformId}' and id in (${id('from')}, ${id('to')})
      order by id for no key update`,
    `update balance set available = available - :amount, version = version + 1, changed_at = now()
      where platform_id = '${platformId}' and id = ${id('from')}
      returning version as from_version \\gset`,
    `update balance set available = available + :amount, version = version + 1, changed_at = now()
      where platform_id = '${platformId}' and id = ${id('to')}
      returning version as to_version \\gset`,
    `insert into posting (platform_id, journal_id, line, balance_id, part, currency, amount)
      values ('${platformId}', :journal::uuid, 1, ${id('from')}, 'available', 'USD', -:amount::bigint),
        ('${platformId}', :journal::uuid, 2, ${id('to')}, 'available', 'USD', :amount::bigint)`,
    `insert into outbox (id, platform_id, environment, resource, sequence, type, body, created_at, request_id)
      values ${event('from')}, ${event('to')}`,
    'commit',
  ];
  const text = statements.map((statement) => (statement.endsWith('gset') ? statement : `${statement};`)).join('\n');
  return `${chosenAccounts[aim]}\n\\set amount random(1, 99)\n${text}\n`;
}

const { references: before } = accountsBefore;
const anyButFirst = `\\set from ${before} + random(2, ${accountCount})`;
const chosenAccounts: Readonly<Record<Aim, string>> = {
  spread: `${anyButFirst}\n\\set to ${before} + 1 + (:from + random(0, ${accountCount - 2})) % ${accountCount}`,
  hot: `${anyButFirst}\n\\set to ${before} + 1`,
};
