// The default platform of a sandbox, and its credentials.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlatformDirectoryService } from '../gen/payments/platform/v1/platform_pb.ts';
import { callAs } from '../services/kit/calls/authenticator.ts';
import { clientOf } from '../services/kit/calls/clients.ts';
import type { Dispatch } from '../services/kit/core/call.ts';
import type { Config, Credentials } from '../services/kit/process/config.ts';

/** The same in every sandbox, so that two concurrently starting processes create one platform. */
const sandboxPlatformId = '01900000-0000-7000-8000-000000000001';

/** Creates the platform, its accounts and its first token unless they exist. Returns the credentials. */
export async function ensureSandboxPlatform(dispatch: Dispatch, config: Config): Promise<Credentials> {
  const credentials = config.sandboxCredentials ?? keptCredentials(config.dataDir);
  const call = callAs('gateway', 'start');
  const caller = { ...call.caller, platformId: sandboxPlatformId };
  const directory = clientOf(PlatformDirectoryService, dispatch)({ ...call, caller });
  await directory.ensurePlatform({ isRegulatedFinancialInstitution: true, ...credentials });
  return credentials;
}

/** Created at the first start, readable only by this user. */
function keptCredentials(dataDir: string): Credentials {
  const file = join(dataDir, 'sandbox-credentials.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  const credentials = { clientId: randomBytes(16).toString('hex'), clientSecret: randomBytes(24).toString('hex') };
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  return credentials;
}

/** Lets the command line find a sandbox on any port, next to the credentials. */
export function keepAddress({ sandboxCredentials, dataDir }: Config, origin: string): void {
  if (!sandboxCredentials) writeFileSync(join(dataDir, 'sandbox-address'), `${origin}\n`);
}
