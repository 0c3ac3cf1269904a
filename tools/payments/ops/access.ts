// Where an operator's credential is: in the environment, or in a file that only its owner can read.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NoConnection } from '../failures.ts';
import type { Host } from '../host.ts';

export interface Access {
  /** Address of gRPC: `http://127.0.0.1:9090`. */
  readonly url: string;
  readonly token: string;
}

/** `OPS_TOKEN` and `OPS_URL`, or what `ops init` has written. `OPS_URL` is another address for the same credential. */
export function readAccess(host: Host): Access {
  const { OPS_TOKEN: token, OPS_URL: url } = host.environment;
  if (token) return { token, url: doorOf(host) };
  const file = accessFile(host);
  if (existsSync(file)) return { ...(JSON.parse(readFileSync(file, 'utf8')) as Access), ...(url && { url }) };
  throw new NoConnection(
    `There is no credential in ${file}. Create one on the machine of the platform with "npx payments ops init", or set OPS_TOKEN and OPS_URL.`,
  );
}

/** Returns the file. */
export function writeAccess(host: Host, access: Access): string {
  const file = accessFile(host);
  writeFileSync(file, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  return file;
}

/** `OPS_CREDENTIAL`, or a file in `DATA_DIR`. */
function accessFile({ environment, folder }: Host): string {
  const { OPS_CREDENTIAL: file, DATA_DIR: dataDir } = environment;
  return file ? resolve(folder, file) : join(resolve(folder, dataDir || 'data'), 'operator.json');
}

/** `OPS_URL`, or the port of gRPC on this machine, encrypted as the settings of the platform say. */
export function doorOf({ environment }: Host): string {
  const { OPS_URL: url, HOST: host, GRPC_PORT: port, TLS_CERT_FILE: certificate } = environment;
  return url || `${certificate ? 'https' : 'http'}://${host || '127.0.0.1'}:${port || '9090'}`;
}
