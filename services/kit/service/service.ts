// The definition of a service: everything that a process requires to run it, and the only part that other services may import.
import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import type { Job } from '../background/jobs.ts';
import type { Reply } from '../core/call.ts';
import type { Environment } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Context, Method, Methods, Needs } from '../core/method.ts';
import type { Check } from '../messages/check.ts';
import type { WrittenFile } from '../storage/base-backup.ts';
import type { Database } from '../storage/database.ts';
import type { Migration } from '../storage/migrations.ts';
import type { Placements } from '../storage/placement.ts';
import type { SealedColumn } from '../storage/resealing.ts';
import type { KeptDays, Retention } from '../storage/retention.ts';
import type { Secrets } from '../storage/secrets.ts';
import type { Entity } from '../storage/tables.ts';
import type { Rest } from './audits.ts';
import type { Measures } from './measures.ts';
import type { OutsideParty } from './outside.ts';
import type { PersonalRecords } from './personal-records.ts';
import type { PlatformCopy } from './platform-copy.ts';
import type { PlatformReset } from './platform-reset.ts';

/** Passed to a service when it is opened. */
export interface Kit {
  readonly database: Database;
  /** Real time, for leases, expiry of tokens and rate limits. Business time comes from the clock of the call. */
  readonly wall: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly settings: Settings;
  /** Writes the whole database server into a new file, while it runs. */
  readonly backUp: (file: string) => Promise<WrittenFile>;
}

/** The operator's settings for services. */
export interface Settings {
  /** `DATABASE_URL`. Absent: the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** `DATABASE_WAIT_MS`: how long a call waits for a database connection. Default: three seconds. */
  readonly databaseWaitMs?: number;
  /** `…_KEPT_DAYS`: retention periods. Default values when absent. */
  readonly keptDays?: KeptDays | undefined;
  /** `MODE`: whether magic values are accepted at all. */
  readonly mode: Environment;
  /** `SANDBOX_TIME_SCALE`: divides sandbox delays. */
  readonly sandboxTimeScale: number;
  /** `SANDBOX_WALLET_PROCESSING`: whether signed operations of sandbox wallets settle after their first response. */
  readonly isSandboxWalletProcessing?: boolean | undefined;
  /** `REQUEST_LOG`: whether what sandbox platforms do is logged for their developers. */
  readonly hasRequestLog?: boolean | undefined;
  /** `SANDBOX_UMA_HOST`: host of UMA addresses in the sandbox. */
  readonly sandboxUmaHost?: string | undefined;
  /** Public URL of the installation, without a trailing slash. */
  readonly publicUrl: string;
  /** `DATA_DIR`: files of this process outside databases. */
  readonly dataDir: string;
  /** `BLOB_STORE_URL`: the bucket for large objects. Absent: files in `dataDir`. */
  readonly blobStoreUrl?: string | undefined;
  /** `SMTP_URL`: mail server. */
  readonly smtpUrl?: string | undefined;
  /** `SMS_HOOK_URL`: endpoint for text messages. */
  readonly smsHookUrl?: string | undefined;
  /** `OPERATOR_LOG_HOOK_URL`: endpoint that receives the last entry of the operators' log. */
  readonly operatorLogHookUrl?: string | undefined;
  /** `WATCH_LIST_FILE`: names of beneficiaries whose bank accounts a person must review. Absent: none. */
  readonly watchListFile?: string | undefined;
  /** `<SERVICE>_URL`: addresses of services in other processes, by name. */
  readonly serviceUrls?: ReadonlyMap<string, string> | undefined;
  /** `OIDC_ISSUERS`: accepted issuers (`iss`) of ID tokens. */
  readonly oidcIssuers?: readonly string[] | undefined;
  /** `AUTH_FAILURES_PER_MINUTE`: per address. 0: no limit. */
  readonly authFailuresPerMinute?: number | undefined;
  /** `ERASE_AFTER_DAYS`: how long the personal data of a deleted customer is kept. */
  readonly eraseAfterDays?: number | undefined;
  /** `END_USER_TERMS_URLS`: URLs of the versions of the end-user terms, in order. */
  readonly endUserTermsUrls?: readonly string[] | undefined;
}

/** Runs a call and returns its reply, or rethrows its error. */
export type Around<Own extends Context> = (run: () => Promise<Reply>, context: Own) => Promise<Reply>;

/** A protobuf service with all its methods. */
export interface Served<Own extends Context> {
  readonly desc: DescService;
  readonly methods: Record<string, Method<DescMethodUnary, Own>>;
}

/** Runs a job of one kind. May run more than once, so it must be repeatable. */
export type JobHandler<Own extends Context> = (job: Job, context: Own) => Promise<void>;

export interface ServiceDefinition<N extends Needs, Parts extends object> {
  /** Name of the service and of its schema. */
  readonly name: string;
  readonly needs: N;
  readonly serves: readonly Served<Context<N> & Parts>[];
  readonly migrations: readonly Migration[];
  /** Tables of administered records: the ORM reads and writes them. */
  readonly entities?: readonly Entity[];
  /** Other tables, accessed by statements only. */
  readonly tables?: readonly Entity[];
  /** Tables that a distributed database does not place by platform. */
  readonly placements?: Placements;
  readonly checks?: readonly Check[];
  /** Runs each call of a method that reaches the service, including repeated and refused ones, for records of calls. */
  readonly around?: (method: DescMethodUnary) => Around<Context<N> & Parts> | undefined;
  readonly jobs?: Readonly<Record<string, JobHandler<Context<N> & Parts>>>;
  /** Jobs that mostly wait for external parties. They do not delay other jobs. */
  readonly waitingJobs?: Readonly<Record<string, JobHandler<Context<N> & Parts>>>;
  /** Creates the service's part of every context: its store, and other resources. */
  readonly open: (kit: Kit) => Parts | Promise<Parts>;
  /** Delivers the outbox. Absent for a service without events. */
  readonly relay?: (events: import('../background/outbox-event.ts').OutboxEvent[], context: Context<N> & Parts) => Promise<void>;
  /** Periodic tasks, in real time. Each must be safe to run in several processes at the same time. */
  readonly sweeps?: readonly Sweep<Context<N> & Parts>[];
  /** Retention rules of its tables. */
  readonly retention?: (keptDays: KeptDays) => readonly Retention[];
  /** Finds violations in its data, of all platforms, as sentences. One process at a time runs it. */
  readonly audit?: (context: Context<N> & Parts, rest: Rest) => Promise<readonly string[]>;
  /** Interval of the audit. Default: an hour. */
  readonly auditEveryMs?: number;
  /** Metrics of its own. */
  readonly measures?: Measures<Context<N> & Parts>;
  /** The parties outside the installation that these settings name. */
  readonly outside?: (settings: Settings) => readonly OutsideParty<Context<N> & Parts>[];
  /** Due work other than jobs, for clock advances. */
  readonly deadlines?: Deadlines<Context<N> & Parts>;
  /** Personal data of customers. Absent if there is none. */
  readonly personalRecords?: PersonalRecords<Context<N> & Parts>;
  /** The reset of a sandbox platform. Absent: all rows of the platform are removed. */
  readonly reset?: PlatformReset;
  /** Copies of a sandbox platform. Absent: all rows of the platform are copied. */
  readonly copy?: PlatformCopy;
  /** Columns sealed under the master key, in addition to the common ones. */
  readonly sealed?: readonly SealedColumn[];
  /** Background work other than jobs and sweeps. Started once, with a context of the service. */
  readonly background?: (context: Context<N> & Parts) => Background;
  readonly close?: (parts: Parts) => Promise<void>;
}

/** Due work of a platform other than jobs: deadlines in rows, retries. Times are the platform's. */
export interface Deadlines<Own> {
  /** The platform's clock now runs at least this far ahead of the wall: due times move earlier by the difference. */
  moveClock(platformId: string, clockOffsetMs: number, context: Own): Promise<void>;
  /** Runs due work of the caller's platform. Returns whether it may have created work for other services. */
  run(context: Own): Promise<boolean>;
  /** When the next work of the caller's platform is due. */
  next(context: Own): Promise<Date | undefined>;
  /** Its work waits for external parties, for which a clock advance does not wait. */
  readonly isOutside?: boolean;
}

export interface Background {
  /** Runs due work, and waits for running work. */
  runDue(): Promise<void>;
  /** Number of tasks done since the start. */
  done(): number;
  stop(): Promise<void>;
}

export interface Sweep<Own> {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (context: Own) => Promise<void>;
}

/** A service as a process sees it, without its own types. */
export type Door = ServiceDefinition<Needs, object>;

/** Combines a protobuf service with its methods. A missing method does not compile. */
export function serve<S extends DescService, M extends Methods<S, never>>(desc: S, methods: M): Served<ContextOf<M>> {
  return { desc, methods: methods as unknown as Served<ContextOf<M>>['methods'] };
}

/** The context that all given methods require. */
type ContextOf<M> = M[keyof M] extends (request: never, context: infer Own extends Context) => unknown ? Own : never;

/** Defines a service. */
export function defineService<N extends Needs, Parts extends object>(definition: ServiceDefinition<N, Parts>): Door {
  return definition as unknown as Door;
}
