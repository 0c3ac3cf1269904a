// The life cycle of a process: error messages when it cannot start, and its end.
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../core/log.ts';
import { type Config, ConfigMistake, readSettings } from './config.ts';
import { openLog } from './pino-log.ts';
import type { Started } from './start.ts';
import { isWorker, reportReady } from './worker.ts';

const nodeMajor = 26;
const drainMs = 10_000;
/** Signals within this time count as one. */
const oneSignalMs = 500;
/** Calls that waited for the process come first, and a process that soon ends, as in tests, saves the work. */
const firstCallsMs = 3_000;

interface Begun extends Pick<Started, 'stop'>, Partial<Pick<Started, 'prepareRest'>> {
  /** For the person who started the process. */
  readonly summary: string;
}

/**
 * Runs `begin` with the settings of the environment, in this process or in its workers, until a signal. Returns some seconds after it is
 * ready whether it still runs. Never returns on a mistake.
 */
export async function run(begin: (config: Config, log: Log) => Promise<Begun>): Promise<boolean> {
  try {
    refuseOldNode();
    const config = readSettings(process.env);
    if (config.mistakes.length > 0 && !canInspect(config)) throw new ConfigMistake(config.mistakes);
    const log = openLog(config.logLevel);
    const hasWorkers = config.workers > 1 && !isWorker && config.mistakes.length === 0;
    const beginning = hasWorkers ? beginWorkers(config, log) : begin(config, log);
    const isEnding = endOnSignal(beginning, log);
    const { summary, prepareRest } = await beginning;
    if (isWorker) reportReady(summary);
    else process.stdout.write(summary);
    await pause(firstCallsMs);
    if (isEnding()) return false;
    prepareRest?.().catch(giveUp);
    return true;
  } catch (error) {
    return giveUp(error);
  }
}

async function beginWorkers(config: Config, log: Log): Promise<Begun> {
  const { startWorkers } = await import('./workers.ts'); // not part of the start of a single process
  return startWorkers(config, log);
}

/** Whether the database can be checked for further problems, despite wrong settings. */
function canInspect({ databaseUrl, dataDir, mistakes }: Config): boolean {
  if (mistakes.some((mistake) => mistake.startsWith('DATABASE_URL'))) return false;
  return databaseUrl !== undefined || existsSync(dataDir);
}

/** Required for type stripping and other features of this version. */
function refuseOldNode(): void {
  if (Number(process.versions.node.split('.')[0]) >= nodeMajor) return;
  throw new ConfigMistake([
    `This is Node.js ${process.versions.node}. Version ${nodeMajor} or newer is required. Start with "npm start", which uses the version that "npm ci" installed.`,
  ]);
}

/** The first signal drains, a second one exits. Ctrl-C in `npm start` arrives twice, because npm forwards it too. Returns whether one has. */
function endOnSignal(beginning: Promise<Begun>, log: Log): () => boolean {
  beginning.catch(giveUp);
  let firstAtMs: number | undefined;
  const end = async () => {
    if (firstAtMs !== undefined && performance.now() - firstAtMs > oneSignalMs) process.exit(1);
    if (firstAtMs !== undefined) return;
    firstAtMs = performance.now();
    setTimeout(() => process.exit(1), drainMs).unref();
    const started = await beginning;
    await started.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end().catch(giveUp));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'Unhandled promise rejection.'));
  return () => firstAtMs !== undefined;
}

/** Prints a configuration mistake as a sentence, and other errors with their stack. */
function giveUp(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use. Stop the process that uses it, or set PORT or GRPC_PORT to another port.`;
  if (code === 'EACCES' && port !== undefined)
    return `This process may not listen on port ${port}. Set PORT or GRPC_PORT above 1023.`;
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message;
}
