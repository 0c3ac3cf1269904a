// Finds the platform to work with. Production is never found by itself: it must be saved as a profile, and named.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../web/developers/package-root.ts';
import { CommandFailure, NoConnection } from './failures.ts';
import type { Host } from './host.ts';
import { readProfiles } from './profiles.ts';

export interface Connection {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where it was found. */
  readonly source: string;
  /** Whether the caller named it, so that it may be production. */
  readonly isNamed: boolean;
}

/** The named profile, or `PAYMENTS_URL` with its credentials, or the sandbox on this machine. */
export async function findConnection(host: Host, profile?: string): Promise<Connection> {
  if (profile !== undefined) return savedConnection(host, profile);
  const { PAYMENTS_URL: url } = host.environment;
  return url ? namedByEnvironment(host.environment, url) : localSandbox(host);
}

function savedConnection(host: Host, name: string): Connection {
  const profile = readProfiles(host).get(name);
  if (!profile) throw new NoConnection(`There is no profile "${name}". Save it with: npx payments config save ${name}`);
  return { ...profile, source: `profile ${name}`, isNamed: true };
}

function namedByEnvironment(environment: Host['environment'], url: string): Connection {
  const { PAYMENTS_CLIENT_ID: clientId, PAYMENTS_CLIENT_SECRET: clientSecret } = environment;
  if (!clientId || !clientSecret)
    throw new NoConnection('PAYMENTS_URL is set. Also set PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET.');
  return { origin: originOf(url), clientId, clientSecret, source: 'PAYMENTS_URL', isNamed: false };
}

/** The scheme and host of a URL. */
export function originOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new CommandFailure(`"${url}" is not a URL with http:// or https://.`);
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`;
}

/** By the settings that `npm start` reads, and the credentials and the address that it stores. */
async function localSandbox({ environment, folder }: Host): Promise<Connection> {
  const { readConfig } = await import('../../services/kit/process/config.ts'); // loads drivers, which other connections do not need
  const { publicUrl, sandboxCredentials, dataDir } = readConfig(environment);
  const found = { source: 'sandbox on this machine', isNamed: false };
  if (sandboxCredentials) return { ...found, origin: publicUrl, ...sandboxCredentials };
  const folders = environment.DATA_DIR ? [dataDir] : [...new Set([join(folder, 'data'), join(packageRoot, 'data')])];
  const data = folders.find((one) => existsSync(join(one, 'sandbox-credentials.json')));
  if (data === undefined)
    throw new NoConnection(
      `There are no credentials in ${folders.join(' or ')}. Run "npm start" first, or set SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET.`,
    );
  const credentials = JSON.parse(readFileSync(join(data, 'sandbox-credentials.json'), 'utf8'));
  const isConfigured = Boolean(environment.PUBLIC_URL || environment.PORT);
  return { ...found, origin: (isConfigured ? undefined : addressIn(data)) ?? publicUrl, ...credentials };
}

/** Where the sandbox listened when it last started. */
function addressIn(data: string): string | undefined {
  const file = join(data, 'sandbox-address');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
