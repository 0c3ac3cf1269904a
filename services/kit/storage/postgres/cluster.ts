// Initializes the database cluster at the first start.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program, programEnvironment } from './binaries.ts';
import { makePrivateFolder, type Place } from './place.ts';

const passwordFile = 'superuser.password';

/** Initializes the cluster if there is none. It is renamed at the end, so that an interrupted first start leaves nothing behind. */
export async function ensureCluster(place: Place): Promise<void> {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return;
  const unfinished = `${place.cluster}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  makePrivateFolder(unfinished, place.user);
  try {
    await initialise(place, unfinished);
    renameSync(unfinished, place.cluster);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(join(place.cluster, 'PG_VERSION'))) throw error; // another process was faster
  }
}

/** The generated password of the superuser. */
export function passwordOf(place: Place): string {
  return readFileSync(join(place.cluster, passwordFile), 'utf8').trim();
}

async function initialise(place: Place, folder: string): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  const given = `${folder}.password`; // initdb requires an empty folder, so the file is moved there afterwards
  writeFileSync(given, password, { mode: 0o600 });
  if (place.user) chownSync(given, place.user.uid, place.user.gid);
  try {
    await runInitdb(place, [...initdbOptions, '-D', folder, `--pwfile=${given}`]);
    renameSync(given, join(folder, passwordFile));
  } finally {
    rmSync(given, { force: true });
  }
}

const initdbOptions = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '-c',
  'scram_iterations=1', // each connection would repeat 4096, which slow down guessing, but the password is 192 random bits
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

function runInitdb(place: Place, args: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program(place.native, 'initdb'), args, {
    ...place.user,
    env: programEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  child.on('error', reject);
  child.on('close', (code) =>
    code === 0 ? resolve() : reject(new Error(`The database could not be initialized: ${complaint.trim()}`)),
  );
  return promise;
}
