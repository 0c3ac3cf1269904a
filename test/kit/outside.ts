// The processes of the project `several`, started once for all of its test files: two platforms on one database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { services } from '../../services/all.ts';
import { databaseServer } from './global-setup.ts';
import { freePorts, killAll, startProcess } from './launch.ts';

/** Addresses of the platforms outside the test's process. */
export interface Outside {
  /** The REST address, without a path. */
  readonly origins: readonly string[];
  /** Hosts and ports of gRPC, by service name. */
  readonly rpcOf: Readonly<Record<string, readonly string[]>>;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent if the services run in the test's process. */
    outside?: Outside;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const url = new URL(await databaseServer(project));
  const server = url.href;
  url.pathname = `/form_${project.name}_${process.pid}`;
  await onServer(server, `create database "${url.pathname.slice(1)}"`);
  const dataDir = mkdtempSync(join(tmpdir(), 'payments-form-'));
  // Without a request log, which would grow while tests compare its pages.
  const env = { DATABASE_URL: url.href, DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:8080', REQUEST_LOG: 'false' };
  const tearDown = async () => {
    killAll();
    rmSync(dataDir, { recursive: true, force: true });
    await onServer(server, `drop database "${url.pathname.slice(1)}" with (force)`);
  };
  try {
    const [whole, split] = await Promise.all([startWhole(env), startSplit(env)]);
    project.provide('outside', addressesOf([whole, split]));
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

const names = services.map(({ name }) => name);

type Settings = Readonly<Record<string, string>>;

/** Where a platform is called. */
interface Addresses {
  readonly origin: string;
  /** The host and port of gRPC, by service name. */
  readonly rpcOf: Readonly<Record<string, string>>;
}

/** All services in one process. */
async function startWhole(env: Settings): Promise<Addresses> {
  const { origin, rpc } = await startProcess({ env });
  return { origin, rpcOf: Object.fromEntries(names.map((name) => [name, rpc])) };
}

/** One process per service, connected by addresses, and a gateway without services. */
async function startSplit(settings: Settings): Promise<Addresses> {
  const ports = await freePorts(names.length);
  const urls = names.map((name, index) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[index]}`]);
  const env = { ...settings, ...Object.fromEntries(urls) };
  const parts = await Promise.all(
    names.map(async (name, index) => {
      const { rpc } = await startProcess({ main: `services/${name}/main.ts`, env: { ...env, GRPC_PORT: `${ports[index]}` } });
      return [name, rpc] as const;
    }),
  );
  return { origin: (await startProcess({ env })).origin, rpcOf: Object.fromEntries(parts) };
}

function addressesOf(platforms: readonly Addresses[]): Outside {
  return {
    origins: platforms.map(({ origin }) => origin),
    rpcOf: Object.fromEntries(names.map((name) => [name, platforms.map(({ rpcOf }) => rpcOf[name] ?? '')])),
  };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
