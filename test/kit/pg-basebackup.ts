// Stands for PostgreSQL's pg_basebackup, which the tests do not require: a base backup as tar, by the administrator's address in PGURL.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeBaseBackup } from '../../services/kit/storage/base-backup.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { pgdata: text, format: text, checkpoint: text, 'wal-method': text } });
const { pgdata = '', format } = values;
if (format !== 'tar') throw new Error('Only --format=tar is supported.');
mkdirSync(pgdata, { mode: 0o700 });
await writeBaseBackup(process.env.PGURL ?? '', join(pgdata, 'base.tar'));
