// The parent of several equal processes (`WORKERS`), which share its ports: starts them, replaces those that end, stops them.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { backOffMs } from '../core/back-off.ts';
import type { Log } from '../core/log.ts';
import { type Postgres, startPostgres } from '../storage/postgres/start.ts';
import type { Config } from './config.ts';
import { workerVariables } from './config-values.ts';
import { mergeMetrics } from './merge-metrics.ts';
import { type FromParent, type FromWorker, pendingAnswers } from './worker-messages.ts';

export interface Workers {
  /** For the person who started them. */
  readonly summary: string;
  /** Lets the calls of all workers finish, then stops the embedded PostgreSQL. */
  stop(): Promise<void>;
}

/** Returns when all serve. Throws if one ends before; it has reported why. */
export async function startWorkers(config: Config, log: Log): Promise<Workers> {
  const postgres = config.databaseUrl === undefined ? await startDatabase(config, log) : undefined;
  const crew = new Crew({ log, databaseUrl: postgres?.url });
  const stop = async () => {
    await crew.stop();
    await postgres?.stop();
  };
  try {
    const summary = await crew.start(1); // the first one creates what is missing: keys, tables, the platform of the sandbox
    await Promise.all(Array.from({ length: config.workers - 1 }, (_, index) => crew.start(index + 2)));
    return { summary: `${summary.trimEnd()}\n\n  workers        ${config.workers}\n\n`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connections of the embedded PostgreSQL for each worker. Like other processes, they use half of them. */
const connectionsPerWorker = 120;

function startDatabase({ dataDir, workers }: Config, log: Log): Promise<Postgres> {
  return startPostgres({ dataDir, log, settings: { max_connections: `${connectionsPerWorker * workers}` } });
}

interface CrewOptions {
  readonly log: Log;
  /** Of the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
}

/** Time for a worker to report its metrics. */
const metricsMs = 2_000;

class Crew {
  readonly #options: CrewOptions;
  readonly #running = new Map<Worker, Promise<unknown>>();
  readonly #answers = pendingAnswers(metricsMs);
  #isStopping = false;

  constructor(options: CrewOptions) {
    this.#options = options;
  }

  /** Starts the worker with this number, and keeps it running. Returns its summary. */
  async start(number: number): Promise<string> {
    const worker = this.#fork(number);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    worker.on('message', (message: FromWorker) => message.kind === 'ready' && resolve(message.summary));
    worker.once('exit', () => reject(new Error(`Worker ${number} could not start.`)));
    const summary = await promise;
    worker.once('exit', (code, signal) => void this.#replace(number, { code, signal }));
    return summary;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { process } of this.#running.keys()) process.kill('SIGTERM');
    await Promise.all(this.#running.values());
  }

  #fork(number: number): Worker {
    const { databaseUrl } = this.#options;
    const worker = cluster.fork({
      [workerVariables.number]: `${number}`,
      ...(databaseUrl !== undefined && { [workerVariables.databaseUrl]: databaseUrl }),
    });
    const ended = once(worker, 'exit').then(() => this.#running.delete(worker));
    this.#running.set(worker, ended);
    worker.on('message', (message: FromWorker) => void this.#hear(worker, message));
    worker.on('error', (error) => this.#options.log.warn({ err: error, worker: number }, 'A message to a worker was lost.'));
    return worker;
  }

  async #replace(number: number, how: { code: number | null; signal: string | null }): Promise<void> {
    for (let attempt = 1; !this.#isStopping; attempt++) {
      this.#options.log.error({ worker: number, ...how }, 'A worker has ended. Another one is started in its place.');
      await pause(backOffMs(attempt));
      if (this.#isStopping) return;
      const isStarted = await this.start(number).then(
        () => true,
        () => false,
      );
      if (isStarted) return;
    }
  }

  async #hear(worker: Worker, message: FromWorker): Promise<void> {
    const tell = (to: Worker, told: FromParent) => void (to.isConnected() && to.send(told));
    if (message.kind === 'metrics') this.#answers.answer(message.request, message.text);
    if (message.kind !== 'request metrics of all') return;
    const ask = (one: Worker) => this.#answers.ask((request) => tell(one, { kind: 'request metrics', request }));
    const texts = await Promise.all([...this.#running.keys()].map(ask));
    tell(worker, { kind: 'metrics of all', request: message.request, text: mergeMetrics(texts) });
  }
}
