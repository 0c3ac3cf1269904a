// A process that takes a job, the events of a resource and an idempotency key, prints that, and is killed by a test.

import { jobClaims } from '../../services/kit/background/job-claims.ts';
import { outboxClaims } from '../../services/kit/background/outbox-claims.ts';
import { idempotencyTable } from '../../services/kit/calls/idempotency.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { registerProcess } from '../../services/kit/storage/processes.ts';
import { keyed, secrets } from './leases.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(process.argv[2] ?? '');
await registerProcess(database, wall, secrets);
const jobs = await jobClaims(database, wall, ['pay']).claim(1);
const { lots } = await outboxClaims(database, wall).claim();
const key = await idempotencyTable(database, wall).claim(keyed);
console.log(JSON.stringify([jobs.length, lots.length, key.kind]));
