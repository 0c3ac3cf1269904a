// The door of a service: everything that a process needs in order to run it, and that a neighbour may know of it.
import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import type { Job } from '../background/jobs.ts';
import type { Environment } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Context, Method, Methods, Needs } from '../core/method.ts';
import type { Check } from '../messages/check.ts';
import type { Database } from '../storage/database.ts';
import type { Migration } from '../storage/migrations.ts';
import type { SealedColumn } from '../storage/resealing.ts';
import type { KeptDays, Retention } from '../storage/retention.ts';
import type { Secrets } from '../storage/secrets.ts';
import type { Entity } from '../storage/tables.ts';
import type { PersonalRecords } from './personal-records.ts';

/** What the process gives to a service when it opens it. */
export interface Kit {
  readonly database: Database;
  /** The machine's time: for leases, freshness and rate limits. Business time comes from the call's clock. */
  readonly wall: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly settings: Settings;
}

/** What the operator has set, as far as services may know it. */
export interface Settings {
  /** `DATABASE_WAIT_MS`: how long a call waits for a connection to the database; three seconds when absent. */
  readonly databaseWaitMs?: number;
  /** `…_KEPT_DAYS`: how long rows are kept that are not kept for ever; the defaults when absent. */
  readonly keptDays?: KeptDays | undefined;
  /** `MODE`: whether magic values are honoured at all. */
  readonly mode: Environment;
  /** `SANDBOX_TIME_SCALE`: what sandbox delays are divided by. */
  readonly sandboxTimeScale: number;
  /** `SANDBOX_WALLET_PROCESSING`: whether what sandbox wallets sign for settles after its first answer. */
  readonly isSandboxWalletProcessing?: boolean | undefined;
  /** `SANDBOX_UMA_HOST`: host of the sandbox's UMA addresses. */
  readonly sandboxUmaHost?: string | undefined;
  /** Where this installation is reached from outside, without a trailing slash. */
  readonly publicUrl: string;
  /** `DATA_DIR`: what this process keeps outside of databases. */
  readonly dataDir: string;
  /** `BLOB_STORE_URL`: the bucket of large objects; absent: files in `dataDir`. */
  readonly blobStoreUrl?: string | undefined;
  /** `SMTP_URL`: what e-mails are sent by. */
  readonly smtpUrl?: string | undefined;
  /** `SMS_HOOK_URL`: what text messages are handed to. */
  readonly smsHookUrl?: string | undefined;
  /** `<SERVICE>_URL`: where services run that do not run here, by name. */
  readonly serviceUrls?: ReadonlyMap<string, string> | undefined;
  /** `OIDC_ISSUERS`: whose ID tokens stand for their users, as `iss` names them. */
  readonly oidcIssuers?: readonly string[] | undefined;
  /** `ERASE_AFTER_DAYS`: how long the personal data of a deleted customer is kept. */
  readonly eraseAfterDays?: number | undefined;
  /** `END_USER_TERMS_URLS`: where each version of the end-user terms is read, the first one first. */
  readonly endUserTermsUrls?: readonly string[] | undefined;
}

/** One protobuf service with all its methods. */
export interface Served<Own extends Context> {
  readonly desc: DescService;
  readonly methods: Record<string, Method<DescMethodUnary, Own>>;
}

/** What runs in the background: `kind` names it in the job table. It may run more than once, so it is repeatable by construction. */
export type JobHandler<Own extends Context> = (job: Job, context: Own) => Promise<void>;

export interface ServiceDefinition<N extends Needs, Parts extends object> {
  /** Its name, and that of its schema. */
  readonly name: string;
  readonly needs: N;
  readonly serves: readonly Served<Context<N> & Parts>[];
  readonly migrations: readonly Migration[];
  /** Its tables that people administer: the ORM reads and writes them. */
  readonly entities?: readonly Entity[];
  /** Its other tables, which statements alone read and write. */
  readonly tables?: readonly Entity[];
  readonly checks?: readonly Check[];
  readonly jobs?: Readonly<Record<string, JobHandler<Context<N> & Parts>>>;
  /** The same, of those that mostly wait for somebody outside: however many do, the others run on. */
  readonly waitingJobs?: Readonly<Record<string, JobHandler<Context<N> & Parts>>>;
  /** Makes what the service adds to every context: its store, and whatever it keeps open. */
  readonly open: (kit: Kit) => Parts | Promise<Parts>;
  /** Where its outbox is delivered; absent for a service without events. */
  readonly relay?: (events: import('../background/outbox-event.ts').OutboxEvent[], context: Context<N> & Parts) => Promise<void>;
  /** Repeated for ever, on the wall: sweeps and audits. Every one must be safe to run in several processes at once. */
  readonly sweeps?: readonly Sweep<Context<N> & Parts>[];
  /** What of its rows goes, and when. */
  readonly retention?: (keptDays: KeptDays) => readonly Retention[];
  /** What must never be in its data, of all platforms, in sentences. One process at a time looks for it. */
  readonly audit?: (context: Context<N> & Parts) => Promise<readonly string[]>;
  /** Between two looks; an hour when absent. */
  readonly auditEveryMs?: number;
  /** What falls due beside jobs, so that a platform's clock can be moved through it. */
  readonly deadlines?: Deadlines<Context<N> & Parts>;
  /** What it stores about customers as persons; absent when that is nothing. */
  readonly personalRecords?: PersonalRecords<Context<N> & Parts>;
  /** The columns that hold values sealed under the master key, beside those that every service has. */
  readonly sealed?: readonly SealedColumn[];
  /** Work that wakes by itself, beside jobs and sweeps; started once, with a context of the service's own. */
  readonly background?: (context: Context<N> & Parts) => Background;
  readonly close?: (parts: Parts) => Promise<void>;
}

/** What falls due for a platform beside its jobs: deadlines that rows bear, retries. Times are the platform's. */
export interface Deadlines<Own> {
  /** The platform's clock now runs at least this far ahead of the wall: everything comes due earlier by the difference. */
  moveClock(platformId: string, clockOffsetMs: number, context: Own): Promise<void>;
  /** Does what is due of the caller's platform. Tells whether other services may have got work from it. */
  run(context: Own): Promise<boolean>;
  /** When something of the caller's platform is due next. */
  next(context: Own): Promise<Date | undefined>;
  /** Its work waits for the outside world, for which a clock in a hurry does not wait. */
  readonly isOutside?: boolean;
}

export interface Background {
  /** Does what is due now, and waits for what is being done of it already. */
  runDue(): Promise<void>;
  /** How much has been done since the start. */
  done(): number;
  stop(): Promise<void>;
}

export interface Sweep<Own> {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (context: Own) => Promise<void>;
}

/** A service as a process sees it, with its own types forgotten. */
export type Door = ServiceDefinition<Needs, object>;

/** Pairs a protobuf service with its methods: one that is missing does not compile. */
export function serve<S extends DescService, M extends Methods<S, never>>(desc: S, methods: M): Served<ContextOf<M>> {
  return { desc, methods: methods as unknown as Served<ContextOf<M>>['methods'] };
}

/** What all the given methods need of their context. */
type ContextOf<M> = M[keyof M] extends (request: never, context: infer Own extends Context) => unknown ? Own : never;

/** The door of a service. */
export function defineService<N extends Needs, Parts extends object>(definition: ServiceDefinition<N, Parts>): Door {
  return definition as unknown as Door;
}
