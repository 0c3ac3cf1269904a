// Distributes the tables of services over the workers of a Citus coordinator: docs/scaling.md. Can be run again.
//   npx node tools/distribute.ts --plan [--services=webhooks,accounts]
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { services } from '../services/all.ts';
import { readConfig } from '../services/kit/process/config.ts';
import type { Door } from '../services/kit/service/service.ts';
import { clusterOf, storedTables } from './distribution/catalog.ts';
import { distribute } from './distribution/distribute.ts';
import { clusterRefusals, type Plan, planFor } from './distribution/plan.ts';
import { textOf } from './distribution/text.ts';

const { values } = parseArgs({ options: { plan: { type: 'boolean', default: false }, services: { type: 'string' } } });
const config = readConfig(process.env);
const chosen = doorsNamed(values.services?.split(','));
const refusals: string[] = [];
for (const [url, doors] of Map.groupBy(chosen, databaseOf)) await distributeAll(url, doors);
if (refusals.length > 0) {
  process.stderr.write(`${refusals.join('\n')}\n`);
  process.exitCode = 1;
}

function doorsNamed(names: readonly string[] | undefined): readonly Door[] {
  const unknown = names?.filter((name) => !services.some((door) => door.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no service ${unknown.join(', ')}.`);
  return services.filter(({ name }) => names?.includes(name) ?? true);
}

/** Not that of a pooler. */
function databaseOf({ name }: Door): string {
  const { serviceDirectUrls, serviceDatabaseUrls, databaseDirectUrl, databaseUrl } = config;
  const url = serviceDirectUrls.get(name) ?? serviceDatabaseUrls.get(name) ?? databaseDirectUrl ?? databaseUrl;
  if (url === undefined) throw new Error('Set DATABASE_URL to the coordinator. The embedded database has no workers.');
  return url;
}

/** The services of a database. Changes nothing if any of its plans is refused. */
async function distributeAll(url: string, doors: readonly Door[]): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'payments distribute' });
  await client.connect();
  try {
    const { host, pathname } = new URL(url);
    const cluster = await clusterOf(client);
    process.stdout.write(`${host}${pathname}: ${cluster.workers} workers\n`);
    const plans: Plan[] = [];
    for (const door of doors) plans.push(planFor(door, await storedTables(client, door.name, cluster)));
    for (const plan of plans) process.stdout.write(textOf(plan));
    const found = [...clusterRefusals(cluster), ...plans.flatMap((plan) => plan.refusals)];
    refusals.push(...found.map((refusal) => `${host}${pathname}: ${refusal}`));
    if (values.plan || found.length > 0) return;
    for (const plan of plans) {
      await distribute(client, plan);
      process.stdout.write(`${plan.service} is distributed.\n`);
    }
  } finally {
    await client.end();
  }
}
