// PostgreSQL's main process: finds, starts and stops it.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { program, programEnvironment } from './binaries.ts';
import type { Place } from './place.ts';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** PostgreSQL exited before it was ready. `reason` contains its output. */
export class LaunchFailure extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`PostgreSQL did not start: ${reason}`);
    this.reason = reason;
  }
}

/** The postmaster that already serves this cluster, when it is ready. Undefined if there is none. */
export async function findPostmaster(place: Place): Promise<Postmaster | undefined> {
  for (;;) {
    const recorded = readNote(place);
    if (!recorded || !hasProcess(recorded.pid)) return undefined;
    if (hasEnded(recorded.pid) || isSomethingElse(recorded.pid)) {
      disown(place);
      return undefined;
    }
    if (recorded.isReady) return { pid: recorded.pid, port: recorded.port };
    await pause(20);
  }
}

export interface LaunchOptions {
  readonly port: number;
  /** Additional PostgreSQL settings, by name. */
  readonly settings?: Record<string, string> | undefined;
  /** Called when PostgreSQL was started but is not ready: this process can do other work in the meantime. */
  readonly meanwhile?: (() => void) | undefined;
}

/** Starts PostgreSQL and waits until it accepts connections. Throws a `LaunchFailure`. */
export async function launch(place: Place, { port, settings, meanwhile }: LaunchOptions): Promise<Postmaster> {
  const logStart = statSync(place.logFile, { throwIfNoEntry: false })?.size ?? 0;
  const log = openSync(place.logFile, logStart > logSizeMax ? 'w' : 'a', 0o600);
  const options = Object.entries({ ...standing, ...settings, port: `${port}` }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(program(place.native, 'postgres'), ['-D', place.cluster, ...options], {
    ...place.user,
    env: programEnvironment(),
    stdio: ['ignore', log, log],
    detached: true, // Ctrl-C in the terminal must not reach it before this process has drained
  });
  closeSync(log);
  child.unref();
  const failed = new Promise<never>((_, reject) => {
    child.on('error', (error) => reject(new LaunchFailure(error.message)));
    child.on('exit', () => reject(new LaunchFailure(tail(place.logFile, logStart))));
  });
  failed.catch(() => undefined);
  meanwhile?.();
  await Promise.race([failed, untilReady(place, child)]);
  child.removeAllListeners('exit'); // its log may be deleted by the time it exits
  return { pid: child.pid ?? 0, port };
}

/** Stops it cleanly: closes connections, rolls back open transactions, writes data. Returns when it has exited. */
export async function stopPostmaster(place: Place, { pid }: Postmaster): Promise<void> {
  if (process.platform === 'win32') {
    spawn(program(place.native, 'pg_ctl'), ['stop', '-D', place.cluster, '-m', 'fast'], {
      env: programEnvironment(),
      stdio: 'ignore',
    });
  } else if (isAlive(pid)) process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await pause(10);
}

export function isAlive(pid: number): boolean {
  return hasProcess(pid) && !hasEnded(pid);
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A process that exited keeps its pid until its parent reaps it, which the first process of a container may never do. */
function hasEnded(pid: number): boolean {
  return /^State:\s+[ZX]/m.test(inProc(pid, 'status'));
}

/** Empty without /proc, or if there is no such process. */
function inProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').trim();
  } catch {
    return '';
  }
}

const logSizeMax = 10_000_000;

const standing = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  synchronous_commit: 'on',
  jit: 'off',
  max_parallel_workers_per_gather: '0', // parallel plans need more shared memory than containers have
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
};

async function untilReady(place: Place, child: { pid?: number | undefined; exitCode: number | null }): Promise<void> {
  while (child.exitCode === null) {
    const recorded = readNote(place);
    if (recorded?.isReady && recorded.pid === child.pid) return;
    await pause(5);
  }
}

/** The file in which a postmaster records its pid (line 1), port (4) and state (8). */
function readNote(place: Place): (Postmaster & { isReady: boolean }) | undefined {
  const lines = noteOf(place).split('\n');
  if (!lines[0]) return undefined;
  return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/** Empty without a file. PostgreSQL may remove it at any time. */
function noteOf(place: Place): string {
  try {
    return readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Allows PostgreSQL to start although another process has the recorded pid: it ignores the pid of its own parent. The rest of the file
 * stays, because PostgreSQL uses it to find workers of the previous server.
 */
function disown(place: Place): void {
  const note = noteOf(place);
  if (note) writeFileSync(join(place.cluster, 'postmaster.pid'), note.replace(/^.*/, `${process.pid}`));
}

/** After a container restart, the recorded pid may belong to another program. Detected only with /proc. */
function isSomethingElse(pid: number): boolean {
  const name = inProc(pid, 'comm');
  return name !== '' && name !== 'postgres';
}

function tail(file: string, from: number): string {
  return readFileSync(file).subarray(from).toString('utf8').trim().split('\n').slice(-5).join(' ') || 'it printed no reason.';
}
