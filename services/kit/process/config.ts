// The settings of a process: read from the environment only here, typed, and validated before anything starts.

import type { BlockList } from 'node:net';
import { resolve } from 'node:path';
import type { ProviderSecrets } from '../calls/provider-token.ts';
import type { Environment } from '../core/caller.ts';
import { providers, publicIssuers } from '../core/providers.ts';
import type { ConnectionLimits } from '../rpc/connections.ts';
import { defaultWaitMs } from '../storage/connections.ts';
import type { KmsSettings } from '../storage/http-kms.ts';
import type { KeptDays } from '../storage/retention.ts';
import { serverUrls } from '../storage/servers.ts';
import {
  type ConsoleKind,
  consoleIn,
  doorsIn,
  fileIn,
  hostIn,
  keptDaysIn,
  keyIn,
  keysIn,
  kmsIn,
  mistakesOfAddresses,
  sandboxFeaturesIn,
  type TelemetrySettings,
  type TlsSettings,
  telemetryIn,
  unsetPoolersOf,
  type WorkerSettings,
  webProtocols,
  workerIn,
  workersIn,
} from './config-values.ts';

export interface Config {
  /** For REST. */
  readonly port: number;
  /** For gRPC. */
  readonly grpcPort: number;
  readonly host: string;
  /** Absent: embedded PostgreSQL, with its data in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The server behind `databaseUrl`, if that is the address of a pooler. */
  readonly databaseDirectUrl: string | undefined;
  readonly dataDir: string;
  readonly mode: Environment;
  /** Credentials of the default sandbox platform. Absent: generated at the first start. */
  readonly sandboxCredentials: Credentials | undefined;
  readonly masterKey: string | undefined;
  /** A file with the same content. */
  readonly masterKeyFile: string | undefined;
  /** A key management service (KMS), which decrypts the master keys. Absent: they are not encrypted. */
  readonly kms: KmsSettings | undefined;
  /** Divides sandbox delays. */
  readonly sandboxTimeScale: number;
  /** Whether signed operations of sandbox wallets settle after their first response, like those of a slow signer. */
  readonly isSandboxWalletProcessing: boolean;
  /** Host of UMA addresses in the sandbox. */
  readonly sandboxUmaHost: string;
  readonly logLevel: LogLevel;
  /** Whether the API explorer is served. */
  readonly hasApiExplorer: boolean;
  /** `CONSOLE`: who signs in to `/console`. */
  readonly console: ConsoleKind;
  /** `MCP`: whether agents can call their operations as tools of an MCP server. */
  readonly hasMcp: boolean;
  /** `REQUEST_LOG`: whether the REST requests of sandbox platforms are logged for them. */
  readonly hasRequestLog: boolean;
  /** Public URL of the installation, without a trailing slash. */
  readonly publicUrl: string;
  /** A bucket for large objects. Absent: files in `dataDir`. */
  readonly blobStoreUrl: string | undefined;
  /** Mail server. Absent: no e-mails are sent. */
  readonly smtpUrl: string | undefined;
  /** Endpoint for text messages. Absent: none are sent. */
  readonly smsHookUrl: string | undefined;
  /** Endpoint for the last entry of the operators' log. Absent: a file in `dataDir` only. */
  readonly operatorLogHookUrl: string | undefined;
  /** Names of beneficiaries whose bank accounts a person must review. Absent: none. */
  readonly watchListFile: string | undefined;
  /** Calls per second and token, with bursts of twice as many. 0: no limit. */
  readonly rateLimitPerSecond: number;
  /** Addresses of services in other processes, and of providers, by name. */
  readonly serviceUrls: ReadonlyMap<string, string>;
  /** Failed authentications per address and minute. 0: no limit. */
  readonly authFailuresPerMinute: number;
  /** Accepted issuers (`iss`) of ID tokens. */
  readonly oidcIssuers: readonly string[];
  /** URLs of the versions of the end-user terms, in order. Absent: a page without terms. */
  readonly endUserTermsUrls: readonly string[] | undefined;
  /** How long the personal data of a deleted customer is kept. */
  readonly eraseAfterDays: number;
  /** Databases of single services, by name. */
  readonly serviceDatabaseUrls: ReadonlyMap<string, string>;
  /** The servers behind them, if they are addresses of poolers. */
  readonly serviceDirectUrls: ReadonlyMap<string, string>;
  /** Retention periods. */
  readonly keptDays: KeptDays;
  /** 32 bytes each, to sign calls between our processes; the first one signs. Absent: derived from the master keys. */
  readonly callerKeys: readonly [Buffer, ...Buffer[]] | undefined;
  /** 32 bytes each, to sign calls to and from connected providers. */
  readonly providerSecrets: ProviderSecrets;
  /** Port for gauges and readiness of a service in its own process. Absent: none. */
  readonly metricsPort: number | undefined;
  readonly telemetry: TelemetrySettings;
  readonly tls: TlsSettings;
  /** Proxies in front of REST, whose X-Forwarded-For is believed. */
  readonly trustedProxies: BlockList;
  /** For gRPC clients. */
  readonly grpcConnections: ConnectionLimits;
  /** Maximum of connections to each database. Absent: as many as useful, at most half of what the database accepts. */
  readonly databaseConnections: number | undefined;
  /** How long a call waits for a database connection before 503. */
  readonly databaseWaitMs: number;
  /** Equal processes behind the same ports. */
  readonly workers: number;
  /** Set by the parent of workers. */
  readonly worker: WorkerSettings | undefined;
  /** Problems of the environment, as sentences. The process does not start if there are any. */
  readonly mistakes: readonly string[];
}

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The default of `SANDBOX_UMA_HOST`. */
export const defaultSandboxUmaHost = 'sandbox.uma.example';

/** Five years, as required by most anti-money-laundering laws. */
export const eraseAfterDaysDefault = 1826;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** All problems of the settings. Each sentence says what to set. */
export class ConfigMistake extends Error {
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'ConfigMistake';
  }
}

/** Reads the settings. Throws a `ConfigMistake`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const config = readSettings(env);
  if (config.mistakes.length > 0) throw new ConfigMistake(config.mistakes);
  return config;
}

/** The same, without throwing: the caller reports the mistakes with others. An empty variable counts as absent. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Config {
  const read = reader(env);
  const mode = read.oneOf('MODE', ['sandbox', 'production'], 'sandbox');
  const config: Config = {
    ...doorsIn(read),
    ...databasesIn(read),
    dataDir: resolve(read.text('DATA_DIR') ?? './data'),
    mode,
    sandboxCredentials: read.credentials(),
    masterKey: read.text('MASTER_KEY'),
    masterKeyFile: read.text('MASTER_KEY_FILE'),
    kms: kmsIn(read),
    sandboxTimeScale: read.positive('SANDBOX_TIME_SCALE', 1),
    isSandboxWalletProcessing: read.oneOf('SANDBOX_WALLET_PROCESSING', ['true', 'false'], 'false') === 'true',
    sandboxUmaHost: hostIn(read, 'SANDBOX_UMA_HOST') ?? defaultSandboxUmaHost,
    logLevel: read.oneOf('LOG_LEVEL', logLevels, mode === 'sandbox' ? 'warn' : 'info'),
    ...sandboxFeaturesIn(read, mode),
    console: consoleIn(read, mode),
    blobStoreUrl: read.url('BLOB_STORE_URL', webProtocols),
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    smsHookUrl: read.url('SMS_HOOK_URL', webProtocols),
    operatorLogHookUrl: read.url('OPERATOR_LOG_HOOK_URL', webProtocols),
    watchListFile: fileIn(read, 'WATCH_LIST_FILE'),
    rateLimitPerSecond: read.whole('RATE_LIMIT_PER_SECOND', mode === 'sandbox' ? 0 : 50, { min: 0, max: 1_000_000 }),
    authFailuresPerMinute: read.whole('AUTH_FAILURES_PER_MINUTE', 100, { min: 0, max: 1_000_000 }),
    oidcIssuers: read.urls('OIDC_ISSUERS', webProtocols) ?? publicIssuers,
    endUserTermsUrls: read.urls('END_USER_TERMS_URLS', webProtocols),
    eraseAfterDays: read.whole('ERASE_AFTER_DAYS', eraseAfterDaysDefault, { min: 31, max: 36_500 }),
    serviceUrls: new Map([
      ...read.urlsEnding('_URL', webProtocols),
      ...providers.flatMap(({ name, url }) => mapped(name, read.url(url, webProtocols)?.replace(/\/+$/, ''))),
    ]),
    keptDays: keptDaysIn(read),
    callerKeys: keysIn(read, 'CALLER_KEYS'),
    providerSecrets: new Map(providers.flatMap(({ name, secret }) => mapped(name, keyIn(read, secret)))),
    metricsPort: wholeIfSet(read, 'METRICS_PORT', { min: 0, max: 65_535 }),
    telemetry: telemetryIn(read),
    databaseConnections: wholeIfSet(read, 'DATABASE_CONNECTIONS', { min: 1, max: 10_000 }),
    databaseWaitMs: read.whole('DATABASE_WAIT_MS', defaultWaitMs, { min: 100, max: 60_000 }),
    workers: workersIn(read, 'WORKERS'),
    worker: workerIn(read),
    mistakes: read.mistakes,
  };
  read.mistakes.push(...mistakesOfAddresses(config));
  return config;
}

/** An entry of a map, if there is a value. */
const mapped = <Key, Value>(key: Key, value: Value | undefined): [Key, Value][] => (value === undefined ? [] : [[key, value]]);

const databaseProtocols = ['postgres:', 'postgresql:'];

const urlsIn = (text: string, protocols: readonly string[]) => (protocols === databaseProtocols ? serverUrls(text) : [text]);
const isUrlOf = (protocols: readonly string[]) => (text: string) => protocols.includes(URL.parse(text)?.protocol ?? '');

/** Readers that record mistakes and continue, so that all are reported together. */
function reader(env: Readonly<Record<string, string | undefined>>) {
  const mistakes: string[] = [];
  const text = (name: string) => env[name]?.trim() || undefined;

  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const value = text(name);
    if (value === undefined || urlsIn(value, protocols).every(isUrlOf(protocols))) return value;
    mistakes.push(`${name} must be a URL that starts with ${protocols.join('// or ')}//.`);
    return undefined;
  };

  return {
    mistakes,
    text,
    url,
    /** Separated by commas. */
    urls(name: string, protocols: readonly string[]): string[] | undefined {
      const values = text(name)?.split(/\s*,\s*/);
      if (values?.every(isUrlOf(protocols))) return values;
      if (values) mistakes.push(`${name} must be URLs that start with ${protocols.join('// or ')}//, separated by commas.`);
      return undefined;
    },
    whole(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
      const value = text(name) ?? `${fallback}`;
      if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
      mistakes.push(`${name} is "${value}". It must be a whole number from ${min} to ${max}.`);
      return fallback;
    },
    positive(name: string, fallback: number): number {
      const value = text(name) ?? `${fallback}`;
      if (/^\d+(\.\d+)?$/.test(value) && Number(value) > 0) return Number(value);
      mistakes.push(`${name} is "${value}". It must be a number above zero.`);
      return fallback;
    },
    oneOf<Value extends string>(name: string, allowed: readonly Value[], fallback: Value): Value {
      const value = text(name) ?? fallback;
      const found = allowed.find((candidate) => candidate === value);
      if (found === undefined) mistakes.push(`${name} is "${value}". It must be one of: ${allowed.join(', ')}.`);
      return found ?? fallback;
    },
    credentials(): Credentials | undefined {
      const [clientId, clientSecret] = [text('SANDBOX_CLIENT_ID'), text('SANDBOX_CLIENT_SECRET')];
      if (clientId?.includes(':'))
        mistakes.push('SANDBOX_CLIENT_ID must not contain a colon: Basic authentication uses it as the separator.');
      if (clientId && clientSecret) return { clientId, clientSecret };
      if (clientId || clientSecret) mistakes.push('Set SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET both, or neither.');
      return undefined;
    },
    /** Variables with a suffix, by service: `CARDS_URL` is the `_URL` of `cards`. */
    urlsEnding(ending: string, protocols: readonly string[]): ReadonlyMap<string, string> {
      const shape = new RegExp(`^(${serviceNames.join('|')})${ending}$`, 'i');
      const found = Object.keys(env).flatMap((name) => {
        const [, service] = shape.exec(name) ?? [];
        const value = service && url(name, protocols);
        return service && value ? [[service.toLowerCase(), value.replace(/\/+$/, '')] as const] : [];
      });
      return new Map(found);
    },
  };
}

function databasesIn({ url, urlsEnding, mistakes }: ReturnType<typeof reader>) {
  const addresses = {
    databaseUrl: url('DATABASE_URL', databaseProtocols),
    databaseDirectUrl: url('DATABASE_DIRECT_URL', databaseProtocols),
    serviceDatabaseUrls: urlsEnding('_DATABASE_URL', databaseProtocols),
    serviceDirectUrls: urlsEnding('_DATABASE_DIRECT_URL', databaseProtocols),
  };
  for (const pooler of unsetPoolersOf(addresses))
    mistakes.push(`${pooler.replace('DATABASE', 'DATABASE_DIRECT')} needs ${pooler}, the address of its pooler.`);
  return addresses;
}

type Reader = ReturnType<typeof reader>;

function wholeIfSet(read: Reader, name: string, range: { min: number; max: number }): number | undefined {
  return read.text(name) === undefined ? undefined : read.whole(name, range.min, range);
}

/** Names of services, so that other variables with the same suffix are ignored. */
const serviceNames = ['platform', 'customers', 'accounts', 'auth', 'transfers', 'webhooks', 'cards', 'stablecoins', 'agents'];
