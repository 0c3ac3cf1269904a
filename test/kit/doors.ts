// The services of a test world, on a database of their own.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect } from 'vitest';
import type { Dispatch } from '../../services/kit/core/call.ts';
import type { Environment } from '../../services/kit/core/caller.ts';
import type { Door, Settings } from '../../services/kit/service/service.ts';
import { type Running, startServices } from '../../services/kit/service/start-services.ts';
import { kitMigrations } from '../../services/kit/storage/kit-migrations.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { absentServices } from './absent.ts';
import { templateFrom } from './database.ts';
import { atEndOfFile } from './file-end.ts';
import { log } from './log.ts';
import { databaseWaitMs } from './patience.ts';
import { ManualWall } from './wall.ts';

/** Of all worlds of the worker. */
export const dataDir = mkdtempSync(join(tmpdir(), 'payments-world-'));

/** Keeps the folder until the test file ends. */
export function keepData(): void {
  mkdirSync(dataDir, { recursive: true }); // a file before this one removed it
  atEndOfFile(() => rmSync(dataDir, { recursive: true, force: true }));
}

export type MasterKeys = readonly [Buffer, ...Buffer[]];

/** Of worlds without their own. */
export const worldKeys: MasterKeys = [Buffer.alloc(32, 7)];

/** The minimum that a service requires. Each connection costs as much as dozens of statements. */
const fewestConnections = 5;

interface DoorsOptions {
  readonly doors: readonly Door[];
  readonly mode: Environment;
  readonly serialize: boolean;
  readonly settings?: Partial<Settings>;
  readonly wall: ManualWall;
  readonly url: string;
  readonly remote: Dispatch;
  readonly masterKeys?: MasterKeys;
}

export function runDoors({
  doors,
  mode,
  serialize,
  settings,
  wall,
  url,
  remote,
  masterKeys = worldKeys,
}: DoorsOptions): Promise<Running> {
  return startServices({
    doors,
    databaseUrl: () => url,
    connectionsMax: () => fewestConnections,
    settings: {
      mode,
      sandboxTimeScale: 1,
      publicUrl: 'http://localhost:8080',
      dataDir,
      databaseWaitMs,
      oidcIssuers: ['https://accounts.google.com'],
      ...settings,
    },
    secrets: openSecrets(masterKeys),
    wall,
    log,
    serialize,
    remote,
  });
}

/** The database of a world, migrated once per run for all files that start the same services. */
export function templateOf(doors: readonly Door[]): Promise<string> {
  const steps = [kitMigrations, ...doors.map(({ name, migrations }) => [name, migrations])];
  const name = `world_${createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16)}`;
  return templateFrom(name, async (url) => {
    const remote = absentServices().dispatch;
    const running = await runDoors({ doors, mode: 'sandbox', serialize: false, wall: new ManualWall(), url, remote });
    await running.close();
    await forgetKeys(url, doors);
  });
}

/** Worlds with their own master keys create their own keys. */
async function forgetKeys(url: string, doors: readonly Door[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const { name } of doors) await client.query(`truncate ${name}.hash_key, ${name}.master_key`);
  await client.end();
}

/** Both forms of calls are tested, and each file always uses the same form. */
export function isSerializedHere(): boolean {
  const path = expect.getState().testPath ?? '';
  return (
    (createHash('sha256')
      .update(path.slice(path.indexOf('/test/')))
      .digest()[0] ?? 0) %
      2 ===
    0
  );
}
