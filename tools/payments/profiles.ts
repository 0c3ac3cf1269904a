// Saved platforms with their credentials, in a file that only its owner can read.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Host } from './host.ts';

export interface Profile {
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** By name. */
export function readProfiles(host: Host): Map<string, Profile> {
  const file = profilesFile(host);
  return new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : []);
}

/** Replaces the file atomically. */
export function writeProfiles(host: Host, profiles: ReadonlyMap<string, Profile>): void {
  const file = profilesFile(host);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(Object.fromEntries(profiles), null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** `PAYMENTS_PROFILES`, or a file in the user's folder of settings. */
export function profilesFile({ environment }: Host): string {
  const { PAYMENTS_PROFILES: file, XDG_CONFIG_HOME: settings = join(homedir(), '.config') } = environment;
  return file || join(settings, 'payments', 'profiles.json');
}
