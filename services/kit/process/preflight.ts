// Checks settings and databases. All problems are found before anything starts, and reported together.

import type { Log } from '../core/log.ts';
import { isProvider } from '../core/providers.ts';
import type { Door } from '../service/service.ts';
import { masterKeys } from '../storage/master-key.ts';
import { openSecrets, type Sealing } from '../storage/secrets.ts';
import { type Config, ConfigMistake } from './config.ts';
import { inspectDatabase } from './inspect-database.ts';
import { openTls, type Tls } from './tls.ts';

export interface Inspected {
  readonly tls: Tls;
  readonly secrets: Sealing;
  /** Maximum of connections per pool of a service. */
  readonly connectionsMax: (service: string) => number;
}

export interface Inspection {
  /** The services of this process. */
  readonly doors: readonly Door[];
  readonly config: Config;
  readonly log: Log;
  readonly databaseUrl: (service: string) => string;
  readonly databaseDirectUrl: (service: string) => string | undefined;
}

/** Throws a `ConfigMistake` with all problems. */
export async function inspect({ doors, config, log, databaseUrl, databaseDirectUrl }: Inspection): Promise<Inspected> {
  const mistakes = [...config.mistakes, ...missingAddresses(doors, config)];
  const tls = await openOr(mistakes, () => openTls(config.tls, log));
  const secrets = await openOr(mistakes, async () => openSecrets(await masterKeys(config)));
  const maxima = new Map<string, number>();
  for (const [url, own] of Map.groupBy(doors, ({ name }) => databaseUrl(name))) {
    const services = own.map(({ name }) => name);
    const directUrl = databaseDirectUrl(services[0] ?? '');
    const found = await inspectDatabase({ url, directUrl, services, secrets, config });
    mistakes.push(...found.mistakes);
    for (const service of services) maxima.set(service, found.connectionsMax);
  }
  if (mistakes.length === 0 && tls && secrets) return { tls, secrets, connectionsMax: (service) => maxima.get(service) ?? 1 };
  await tls?.close();
  throw new ConfigMistake(mistakes);
}

function missingAddresses(doors: readonly Door[], { serviceUrls }: Config): string[] {
  const isHere = (name: string) => doors.some((door) => door.name === name);
  const missing = new Map<string, string[]>();
  for (const { name, needs } of doors) {
    const needed = Object.values(needs).map(({ file }) => file.proto.package.split('.')[1] ?? '');
    for (const service of new Set(['auth', ...needed])) // auth authenticates all callers
      if (!isHere(service) && !serviceUrls.has(service) && !isProvider(service))
        missing.set(service, [...(missing.get(service) ?? []), name]);
  }
  return [...missing].map(
    ([service, by]) =>
      `${service.toUpperCase()}_URL is not set, and ${by.join(', ')} cannot run without the service ${service}. Set it to the gRPC address of ${service}.`,
  );
}

async function openOr<T>(mistakes: string[], open: () => Promise<T>): Promise<T | undefined> {
  try {
    return await open();
  } catch (error) {
    mistakes.push(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
