// Checks a database before services open it: reachable, new enough, enough connections, sealed with the configured master key.
import type { Client } from 'pg';
import { connectWithRetries, startPatienceMs } from '../storage/connections.ts';
import { keyProblemsIn } from '../storage/master-key-probe.ts';
import type { Sealing } from '../storage/secrets.ts';
import { WriterClient } from '../storage/servers.ts';
import type { Config } from './config.ts';

export interface DatabaseInspection {
  readonly url: string;
  /** The server itself, if `url` leads to a pooler. */
  readonly directUrl: string | undefined;
  /** The services of this process that use it. */
  readonly services: readonly string[];
  /** Absent if there is no usable master key. */
  readonly secrets: Sealing | undefined;
  readonly config: Config;
}

export interface InspectedDatabase {
  readonly mistakes: readonly string[];
  /** Per pool of a service. */
  readonly connectionsMax: number;
}

export async function inspectDatabase(inspection: DatabaseInspection): Promise<InspectedDatabase> {
  const { directUrl, secrets, services } = inspection;
  const client = await reached(inspection);
  if (typeof client === 'string') return { mistakes: [client], connectionsMax: 1 };
  try {
    const { version, limit } = await limitsOf(client);
    const { connectionsMax, mistakes } = divide(inspection, directUrl === undefined ? limit : Infinity); // the pooler has its own limit
    if (version < oldestVersion)
      mistakes.push(`The database is PostgreSQL ${Math.floor(version / 10_000)}. Version 15 or newer is required.`);
    if (secrets) mistakes.push(...(await keyMistakes(client, services, secrets)));
    return { mistakes, connectionsMax };
  } finally {
    await client.end();
  }
}

const oldestVersion = 150_000;

/** A connection to the server itself, or what is wrong. */
async function reached({ url, directUrl = url, ...inspection }: DatabaseInspection): Promise<Client | string> {
  try {
    if (directUrl !== url) await (await connectWithRetries(() => connected(url), startPatienceMs)).end();
    return await connectWithRetries(() => connected(directUrl), startPatienceMs);
  } catch (error) {
    return unreachable(inspection, error as Error);
  }
}

async function connected(connectionString: string): Promise<Client> {
  const client = new WriterClient({ connectionString, connectionTimeoutMillis: startPatienceMs });
  client.on('error', () => undefined); // the next statement fails
  await client.connect();
  return client;
}

function unreachable({ services, config }: Pick<DatabaseInspection, 'services' | 'config'>, { message }: Error): string {
  const own = services.filter((service) => config.serviceDatabaseUrls.has(service));
  const settings = own.length > 0 ? own.map((service) => `${service.toUpperCase()}_DATABASE_URL`) : ['DATABASE_URL'];
  return `The database does not answer: ${message}. Check ${settings.join(', ')}.`;
}

async function keyMistakes(client: Client, services: readonly string[], secrets: Sealing): Promise<string[]> {
  const { foreign, isRetired } = await keyProblemsIn(client, services, secrets);
  const retired = isRetired ? [retiredKey(secrets.keyId.toString('hex'))] : [];
  return foreign.length > 0 ? [wrongKey(foreign), ...retired] : retired;
}

function retiredKey(id: string): string {
  return `MASTER_KEY begins with a key (id ${id}) that was replaced, and under which no value is sealed any more. Put the present key first.`;
}

function wrongKey(ids: readonly string[]): string {
  return `MASTER_KEY is not the key that the database was sealed with (id ${ids.join(', ')}). Set that key. Separate several keys with commas, the current one first.`;
}

interface Limits {
  readonly version: number;
  /** Connections that our processes may use together. */
  readonly limit: number;
}

/** Connections reserved for administrators are excluded, even if this user is one. */
async function limitsOf(client: Client): Promise<Limits> {
  const { rows } = await client.query<Limits>(`
    select current_setting('server_version_num')::int as version, least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
    ) as limit`);
  return rows[0] ?? { version: 0, limit: 0 };
}

/** Each service has its connections, one of them as many again for the batches of the ledger, and all share one session. */
const connectionsFor = (services: number, each: number) => (services + 1) * each + 1;
const eachMin = 2;
const eachMax = 10;

/** By default a process, or all its workers together, use at most half of what the database accepts, so that its successor can start while it runs. */
function divide({ services, config }: DatabaseInspection, limit: number): { connectionsMax: number; mistakes: string[] } {
  const { databaseConnections: configured, workers } = config;
  const least = connectionsFor(services.length, eachMin) * workers;
  const total = Math.min(configured ?? Math.floor(limit / 2), connectionsFor(services.length, eachMax) * workers);
  const connectionsMax = Math.max(1, Math.floor((total / workers - 1) / (services.length + 1)));
  const where = workers === 1 ? 'this process' : `${workers} workers`;
  const needs = `the ${services.length} services of ${where} require ${least}`;
  const mistakes = [];
  if (configured !== undefined && configured > limit)
    mistakes.push(`DATABASE_CONNECTIONS is ${configured}, but the database accepts ${limit}. Raise its max_connections.`);
  else if (configured !== undefined && total < least)
    mistakes.push(`DATABASE_CONNECTIONS is ${configured}, but ${needs}. Raise it.`);
  else if (total < least) {
    const alone = limit >= least ? `, or set DATABASE_CONNECTIONS to ${limit} for a single process` : '';
    mistakes.push(
      `The database accepts ${limit} connections. A process takes half of them at most, and ${needs}. Raise max_connections by ${2 * least - limit}${alone}.`,
    );
  }
  return { connectionsMax, mistakes };
}
