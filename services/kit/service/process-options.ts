// What a process is given to run services.
import type { Dispatch } from '../core/call.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Sealing } from '../storage/secrets.ts';
import type { Door, Settings } from './service.ts';

export interface ProcessOptions {
  /** The services to run here. */
  readonly doors: readonly Door[];
  /** How to reach those that run elsewhere. Asked with the service that implements the method. */
  readonly remote?: Dispatch;
  readonly databaseUrl: (service: string) => string;
  /** Connections of each pool of a service at most; as a database has them by itself when absent. */
  readonly connectionsMax?: (service: string) => number;
  readonly settings: Settings;
  readonly secrets: Sealing;
  readonly wall: Clock;
  readonly log: Log;
  /** Sends every message through bytes and back, as the network would. For tests. */
  readonly serialize?: boolean;
}
