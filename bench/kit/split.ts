// The platform with each service in its own process.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { services } from '../../services/all.ts';
import { startChild } from './child.ts';
import { credentials, type Gateway, type GatewayOptions, startGateway } from './gateway.ts';
import { startOptions } from './start-options.ts';

/** Stops all processes. */
export async function startSplit({ core, ...options }: GatewayOptions): Promise<Gateway> {
  const names = services.map(({ name }) => name);
  const ports = await freePorts(names.length);
  const urls = Object.fromEntries(names.map((name, at) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[at]}`]));
  const pinned = core !== undefined && { core };
  const parts = await Promise.all(
    names.map(async (name, at) => {
      const places = { DATABASE_URL: options.databaseUrl, DATA_DIR: options.dataDir, GRPC_PORT: `${ports[at]}` };
      const env = { ...credentials, ...urls, ...places };
      const child = startChild({ script: `services/${name}/main.ts`, options: startOptions, env, ...pinned });
      await child.line('  gRPC ');
      return child;
    }),
  );
  const gateway = await startGateway({ ...options, ...pinned, env: { ...options.env, ...urls } });
  const stop = async () => {
    await gateway.stop();
    await Promise.all(parts.map((part) => part.stop()));
  };
  return { ...gateway, stop };
}

/** Ports that were free a moment ago. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
