// Starts the embedded PostgreSQL with DATA_DIR, sends one query, prints the milliseconds, and stops it on SIGTERM.
import { Client } from 'pg';
import { silent } from '../../services/kit/core/log.ts';
import { startPostgres } from '../../services/kit/storage/postgres/start.ts';

const { DATA_DIR = '' } = process.env;
const startMs = performance.now();
const postgres = await startPostgres({ dataDir: DATA_DIR, log: silent });
const client = new Client({ connectionString: postgres.url });
await client.connect();
await client.query('select 1');
process.stdout.write(`database ${Math.round(performance.now() - startMs)}\n`);
process.once('SIGTERM', async () => {
  await client.end();
  await postgres.stop();
  process.exit();
});
