// The databases of a process: an external server, or the embedded PostgreSQL, which starts and stops with the process or the parent of its workers.

import type { Log } from '../core/log.ts';
import { startPostgres } from '../storage/postgres/start.ts';
import type { Config } from './config.ts';

export interface Databases {
  urlOf(service: string): string;
  close(): Promise<void>;
}

export interface DatabasesOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'serviceDatabaseUrls' | 'worker'>;
  readonly log: Log;
  /** Called while the embedded PostgreSQL starts. */
  readonly meanwhile?: () => void;
}

/** Starts the embedded PostgreSQL if it is needed. */
export async function openDatabases({ config, log, ...more }: DatabasesOptions): Promise<Databases> {
  const { dataDir, serviceDatabaseUrls, worker } = config;
  const databaseUrl = config.databaseUrl ?? worker?.databaseUrl;
  if (databaseUrl !== undefined) {
    return { urlOf: (service) => serviceDatabaseUrls.get(service) ?? databaseUrl, close: async () => {} };
  }
  const postgres = await startPostgres({ dataDir, log, ...more });
  return { urlOf: (service) => serviceDatabaseUrls.get(service) ?? postgres.url, close: () => postgres.stop() };
}
