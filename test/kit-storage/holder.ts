// A process that starts the embedded PostgreSQL and prints its address, to be killed by a test.
import { silent } from '../../services/kit/core/log.ts';
import { startPostgres } from '../../services/kit/storage/postgres/start.ts';

const { url, pid } = await startPostgres({ dataDir: process.argv[2] ?? '', log: silent });
console.log(JSON.stringify({ url, pid }));
setInterval(() => undefined, 60_000);
