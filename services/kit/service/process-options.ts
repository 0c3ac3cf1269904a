// Options of a process that runs services.
import type { Dispatch } from '../core/call.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Sealing } from '../storage/secrets.ts';
import type { Door, Settings } from './service.ts';

export interface ProcessOptions {
  /** The services to run here. */
  readonly doors: readonly Door[];
  /** Calls services in other processes. */
  readonly remote?: Dispatch;
  readonly databaseUrl: (service: string) => string;
  /** The server itself, if `databaseUrl` leads to a pooler. */
  readonly databaseDirectUrl?: (service: string) => string | undefined;
  /** Maximum of connections per pool of a service. Absent: the default of a database. */
  readonly connectionsMax?: (service: string) => number;
  readonly settings: Settings;
  readonly secrets: Sealing;
  readonly wall: Clock;
  readonly log: Log;
  /** Encodes and decodes every message, like the network. For tests. */
  readonly serialize?: boolean;
}
