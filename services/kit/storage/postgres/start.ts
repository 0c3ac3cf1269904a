// Runs the embedded PostgreSQL while this process lives: starts or adopts it, restarts it when it dies, stops it.
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../core/log.ts';
import { isConnectionLoss } from '../connections.ts';
import { ensureCluster, passwordOf } from './cluster.ts';
import { type Hold, holdCluster } from './hold.ts';
import { type Place, preparePlace } from './place.ts';
import { findPostmaster, LaunchFailure, launch, type Postmaster, stopPostmaster } from './postmaster.ts';

export interface PostgresOptions {
  readonly dataDir: string;
  /** Absent: a free port. An adopted PostgreSQL keeps its port. */
  readonly port?: number;
  readonly log: Log;
  /** Additional PostgreSQL settings, by name. */
  readonly settings?: Record<string, string>;
  /** Called when PostgreSQL was started but is not ready. Not called when one is adopted. */
  readonly meanwhile?: () => void;
}

export interface Postgres {
  /** Stays the same when PostgreSQL is restarted. */
  readonly url: string;
  readonly pid: number;
  /** True if it survived the process that started it. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

/** Starts the embedded PostgreSQL with its data in `dataDir`. Throws if another process uses that folder. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = resolve(options.dataDir);
  const place = preparePlace(dataDir, options.log);
  await ensureCluster(place);
  const first = await bringUp(place, { ...options, dataDir });
  const { url } = first;

  let current = first;
  let isStopping = false;
  const revive = async () => {
    current = await bringUp(place, { ...options, dataDir, port: first.postmaster.port });
    options.log.warn({ pid: current.postmaster.pid }, 'The embedded PostgreSQL had stopped and was restarted.');
  };
  const watching = watch({ hold: () => current.hold, isStopping: () => isStopping, revive, log: options.log });

  return {
    url,
    get pid() {
      return current.postmaster.pid;
    },
    adopted: first.adopted,
    async stop() {
      isStopping = true;
      await current.hold.release();
      await watching;
      await stopPostmaster(place, current.postmaster);
    },
  };
}

interface Watch {
  hold(): Hold;
  isStopping(): boolean;
  revive(): Promise<void>;
  readonly log: Log;
}

async function watch({ hold, isStopping, revive, log }: Watch): Promise<void> {
  for (;;) {
    await hold().lost;
    while (!isStopping()) {
      try {
        await revive();
        break;
      } catch (error) {
        log.error({ err: error }, 'The embedded PostgreSQL could not be restarted. Retrying.');
        await pause(1000);
      }
    }
    if (isStopping()) return;
  }
}

interface Up {
  readonly postmaster: Postmaster;
  readonly adopted: boolean;
  readonly url: string;
  readonly hold: Hold;
}

/** Adopts a running postmaster or starts one, and reserves the cluster. Retries temporary failures. */
async function bringUp(place: Place, options: PostgresOptions): Promise<Up> {
  for (let attempt = 1; ; attempt++) {
    try {
      const found = await findPostmaster(place);
      const postmaster = found ?? (await launch(place, { ...options, port: options.port ?? (await freePort()) }));
      const url = `postgresql://postgres:${passwordOf(place)}@127.0.0.1:${postmaster.port}/postgres`;
      return { postmaster, adopted: found !== undefined, url, hold: await holdCluster(url, options.dataDir) };
    } catch (error) {
      if (attempt === attemptsMax || !isPassing(error, options.port)) throw error;
      await pause(50);
    }
  }
}

const attemptsMax = 200;

/**
 * Orphaned workers of a killed postmaster exit within moments; a lock file means that another process is starting it; and a postmaster that
 * was found may have been about to exit.
 */
function isPassing(error: unknown, port: number | undefined): boolean {
  if (isConnectionLoss(error)) return true;
  if (!(error instanceof LaunchFailure)) return false;
  if (/shared memory block|lock file/.test(error.reason)) return true;
  return port === undefined && /could not bind/.test(error.reason);
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().on('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}
