// The whole platform in its own process: gateway/main.ts as run by `npm start`.
import { request } from 'undici';
import { versionPrefix } from '../../gateway/version.ts';
import { type Child, startChild } from './child.ts';
import { masterKey } from './master-key.ts';
import { startOptions } from './start-options.ts';

export interface Gateway extends Child {
  readonly origin: string;
  /** host:port */
  readonly grpcAddress: string;
  readonly authorization: string;
  /** Calls an operation over REST. Throws if it is refused. Paths are without the version. */
  rest<Body>(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: object): Promise<Body>;
}

const [clientId, clientSecret] = ['bench', 'a secret of nobody'];
/** Credentials of the default sandbox platform, and the key of all processes, which share databases. */
export const credentials = {
  SANDBOX_CLIENT_ID: clientId,
  SANDBOX_CLIENT_SECRET: clientSecret,
  MASTER_KEY: masterKey,
};
export const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

export interface GatewayOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly core?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startGateway({ databaseUrl, dataDir, core, env = {} }: GatewayOptions): Promise<Gateway> {
  const ports = { PORT: '0', GRPC_PORT: '0' };
  const child = startChild({
    script: 'gateway/main.ts',
    options: startOptions,
    env: { ...credentials, ...ports, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env },
    ...(core !== undefined && { core }),
  });
  const [, origin = ''] = /(http:\/\/[^/]+)/.exec(await child.line('  REST ')) ?? [];
  const [grpcAddress = ''] = /\S+$/.exec(await child.line('  gRPC ')) ?? [];
  return { ...child, origin, grpcAddress, authorization, rest: restAt(origin) };
}

function restAt(origin: string): Gateway['rest'] {
  return async <Body>(method: string, path: string, body?: object) => {
    const answer = await request(`${origin}${versionPrefix}${path}`, {
      method: method as 'GET',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text) as Body;
  };
}
