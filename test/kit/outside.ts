// The processes of a form, started once for all of its test files: one per service and a gateway, or two whole platforms.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { services } from '../../services/all.ts';
import { databaseServer } from './global-setup.ts';
import { freePorts, killAll, startProcess, type TestProcess } from './launch.ts';

/** Addresses of a platform outside the test's process. */
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
    project.provide('outside', await (project.name === 'split' ? startSplit(env) : startPair(env)));
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

const names = services.map(({ name }) => name);

type Settings = Readonly<Record<string, string>>;

/** One process per service, connected by addresses, and a gateway without services. */
async function startSplit(settings: Settings): Promise<Outside> {
  const ports = await freePorts(names.length);
  const urls = names.map((name, index) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[index]}`]);
  const env = { ...settings, ...Object.fromEntries(urls) };
  const parts = await Promise.all(
    names.map((name, index) => startProcess({ main: `services/${name}/main.ts`, env: { ...env, GRPC_PORT: `${ports[index]}` } })),
  );
  return addressesOf([await startProcess({ env })], (index) => [parts[index]?.rpc ?? '']);
}

/** Two processes, each with all services, on one database. */
async function startPair(env: Settings): Promise<Outside> {
  const pair = await Promise.all([startProcess({ env }), startProcess({ env })]);
  return addressesOf(pair, () => pair.map(({ rpc }) => rpc));
}

function addressesOf(gateways: readonly TestProcess[], rpcOf: (index: number) => readonly string[]): Outside {
  return {
    origins: gateways.map(({ origin }) => origin),
    rpcOf: Object.fromEntries(names.map((name, index) => [name, rpcOf(index)])),
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
