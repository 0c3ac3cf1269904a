// A process that takes a job, the events of a resource and an idempotency key, says so, and is killed by a test.
import { wall } from '../../services/kit/clock.ts';
import { idempotencyTable } from '../../services/kit/idempotency.ts';
import { jobClaims } from '../../services/kit/job-claims.ts';
import { outboxClaims } from '../../services/kit/outbox-claims.ts';
import { registerProcess } from '../../services/kit/processes.ts';
import { keyed } from './leases.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(process.argv[2] ?? '');
await registerProcess(database, wall);
const jobs = await jobClaims(database, wall, ['pay']).take(1);
const lots = await outboxClaims(database, wall).take();
const key = await idempotencyTable(database, wall).claim(keyed);
console.log(JSON.stringify([jobs.length, lots.length, key.kind]));
