// The databases of a process: an external server, or the embedded PostgreSQL, which starts and stops with the process or the parent of its workers.

import type { Log } from '../core/log.ts';
import { startPostgres } from '../storage/postgres/start.ts';
import type { Config } from './config.ts';

export interface Databases {
  urlOf(service: string): string;
  /** The server itself, if `urlOf` leads to a pooler. */
  directUrlOf(service: string): string | undefined;
  close(): Promise<void>;
}

export interface DatabasesOptions {
  readonly config: Pick<
    Config,
    'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'serviceDatabaseUrls' | 'serviceDirectUrls' | 'worker'
  >;
  readonly log: Log;
  /** Called while the embedded PostgreSQL starts. */
  readonly meanwhile?: () => void;
}

/** Starts the embedded PostgreSQL if it is needed. */
export async function openDatabases({ config, log, ...more }: DatabasesOptions): Promise<Databases> {
  const { dataDir, databaseDirectUrl, serviceDatabaseUrls, serviceDirectUrls, worker } = config;
  const over = (url: string, close: Databases['close']): Databases => ({
    urlOf: (service) => serviceDatabaseUrls.get(service) ?? url,
    directUrlOf: (service) => (serviceDatabaseUrls.has(service) ? serviceDirectUrls.get(service) : databaseDirectUrl),
    close,
  });
  const databaseUrl = config.databaseUrl ?? worker?.databaseUrl;
  if (databaseUrl !== undefined) return over(databaseUrl, async () => {});
  const postgres = await startPostgres({ dataDir, log, ...more });
  return over(postgres.url, () => postgres.stop());
}
