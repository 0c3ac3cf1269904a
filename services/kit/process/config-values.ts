// Settings with a format of their own: keys, networks, hosts, files, periods, numbers of workers. Mistakes are recorded, so that all are
// reported together.

import { accessSync, constants } from 'node:fs';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { ProviderSecrets } from '../calls/provider-token.ts';
import type { Environment } from '../core/caller.ts';
import { providers } from '../core/providers.ts';
import { urlHost } from '../core/url-host.ts';
import type { CertificateFiles } from '../rpc/certificate.ts';
import type { KmsSettings } from '../storage/http-kms.ts';
import { type KeptDays, keptDaysDefault } from '../storage/retention.ts';

/** The settings as texts. */
export interface Texts {
  /** Undefined if it is absent or empty. */
  text(name: string): string | undefined;
  readonly mistakes: string[];
}

/** 32 bytes, in hex or base64. */
export function keyIn({ text, mistakes }: Texts, name: string): Buffer | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const key = bytesIn(value);
  if (key.length !== 32) mistakes.push(`${name} must be 32 bytes, in hex or base64.`);
  return key;
}

/** Separated by commas. */
export function keysIn({ text, mistakes }: Texts, name: string): [Buffer, ...Buffer[]] | undefined {
  const [first, ...others] = text(name)?.split(/\s*,\s*/) ?? [];
  if (first === undefined) return undefined;
  const keys: [Buffer, ...Buffer[]] = [bytesIn(first), ...others.map(bytesIn)];
  if (keys.some(({ length }) => length !== 32))
    mistakes.push(`${name} must be keys of 32 bytes, in hex or base64, separated by commas.`);
  return keys;
}

const bytesIn = (value: string) => Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64');

/** Addresses, or networks as `10.0.0.0/8`, separated by commas. */
function networksIn({ text, mistakes }: Texts, name: string): BlockList {
  const networks = new BlockList();
  for (const value of text(name)?.split(/\s*,\s*/) ?? []) {
    const [address = '', prefix] = value.split('/');
    const bitsMax = isIPv6(address) ? 128 : 32;
    const bits = prefix === undefined ? bitsMax : Number(prefix);
    const isValid = isIP(address) && prefix !== '' && Number.isInteger(bits) && bits >= 0 && bits <= bitsMax;
    if (isValid) networks.addSubnet(address, bits, isIPv6(address) ? 'ipv6' : 'ipv4');
    else mistakes.push(`${name} contains "${value}". It must be IP addresses or networks like 10.0.0.0/8, separated by commas.`);
  }
  return networks;
}

/** A lower-case host name, with or without a port. */
export function hostIn({ text, mistakes }: Texts, name: string): string | undefined {
  const value = text(name);
  if (value === undefined || /^[a-z0-9.-]+(:\d{1,5})?$/.test(value)) return value;
  mistakes.push(`${name} is "${value}". It must be a host in lower case, with or without a port.`);
  return undefined;
}

/** The absolute path of a readable file. */
export function fileIn({ text, mistakes }: Texts, name: string): string | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  try {
    accessSync(value, constants.R_OK);
  } catch {
    mistakes.push(`${name} is "${value}", which cannot be read. It must be the path of a file.`);
  }
  return resolve(value);
}

/** TLS of the doors, and of connections that the process opens. */
export interface TlsSettings {
  /** Absent: the doors do not encrypt. */
  readonly files: CertificateFiles | undefined;
  /** `TLS_CA_FILE`: certificates of authorities that the process trusts, in addition to the public ones. */
  readonly caFile: string | undefined;
}

function tlsIn(texts: Texts): TlsSettings {
  const [certFile, keyFile] = [fileIn(texts, 'TLS_CERT_FILE'), fileIn(texts, 'TLS_KEY_FILE')];
  if ((certFile === undefined) !== (keyFile === undefined))
    texts.mistakes.push('Set TLS_CERT_FILE and TLS_KEY_FILE both, or neither.');
  const files = certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined;
  return { files, caFile: fileIn(texts, 'TLS_CA_FILE') };
}

interface DatabaseAddresses {
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
  readonly serviceDatabaseUrls: ReadonlyMap<string, string>;
  readonly serviceDirectUrls: ReadonlyMap<string, string>;
}

/** The settings of poolers that are missing, though the servers behind them are set. */
export function unsetPoolersOf(addresses: DatabaseAddresses): string[] {
  const { databaseUrl, databaseDirectUrl, serviceDatabaseUrls, serviceDirectUrls } = addresses;
  const services = [...serviceDirectUrls.keys()].filter((service) => !serviceDatabaseUrls.has(service));
  const isUnset = databaseDirectUrl !== undefined && databaseUrl === undefined;
  return [...(isUnset ? ['DATABASE_URL'] : []), ...services.map((service) => `${service.toUpperCase()}_DATABASE_URL`)];
}

interface ServiceAddresses {
  readonly serviceUrls: ReadonlyMap<string, string>;
  readonly providerSecrets: ProviderSecrets;
}

/** `@grpc/grpc-js` sends the host of `https://` as a server name, which must not be an IP address. */
export function mistakesOfAddresses({ serviceUrls, providerSecrets }: ServiceAddresses): string[] {
  const withoutSecret = providers.filter(({ name }) => serviceUrls.has(name) && !providerSecrets.has(name));
  const byIp = [...serviceUrls].filter(([, url]) => /^https:\/\/(\[|[\d.]+(:|$))/.test(url));
  return [
    ...withoutSecret.map(({ url, secret }) => `${url} needs ${secret}: 32 random bytes in hex.`),
    ...byIp.map(([name, url]) => `The address of ${name} is ${url}. With https://, it must contain a host name.`),
  ];
}

interface Addresses extends Texts, Numbers {
  url(name: string, protocols: readonly string[]): string | undefined;
}

export const webProtocols = ['http:', 'https:'];

/** Where and how the process listens. */
export function doorsIn(read: Addresses) {
  const tls = tlsIn(read);
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.whole('PORT', 8080, { min: 0, max: 65_535 });
  const grpcPort = read.whole('GRPC_PORT', 9090, { min: 0, max: 65_535 });
  if (port !== 0 && port === grpcPort) read.mistakes.push(`PORT and GRPC_PORT are both ${port}. Give each its own.`);
  const publicUrl = read.url('PUBLIC_URL', webProtocols) ?? `${tls.files ? 'https' : 'http'}://${urlHost(host)}:${port}`;
  return {
    host,
    port,
    grpcPort,
    tls,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    trustedProxies: networksIn(read, 'TRUSTED_PROXIES'),
    grpcConnections: {
      connectionsMax: read.whole('GRPC_CONNECTIONS_MAX', 1_000, { min: 1, max: 100_000 }),
      connectionsPerAddressMax: read.whole('GRPC_CONNECTIONS_PER_ADDRESS_MAX', 250, { min: 1, max: 100_000 }),
      proxies: networksIn(read, 'GRPC_PROXIES'),
    },
  };
}

/** The settings as numbers. */
interface Numbers {
  whole(name: string, fallback: number, range: { readonly min: number; readonly max: number }): number;
}

/** Variables such as `IMPORTS_KEPT_DAYS`. */
export function keptDaysIn({ whole }: Numbers): KeptDays {
  const days = (name: string, fallback: number) => whole(`${name}_KEPT_DAYS`, fallback, { min: 1, max: 36_500 });
  return {
    sessions: days('SESSIONS', keptDaysDefault.sessions),
    walletAudit: days('WALLET_AUDIT', keptDaysDefault.walletAudit),
    cardReveals: days('CARD_REVEALS', keptDaysDefault.cardReveals),
    imports: days('IMPORTS', keptDaysDefault.imports),
    expiredQuotes: days('EXPIRED_QUOTES', keptDaysDefault.expiredQuotes),
    invitations: days('INVITATIONS', keptDaysDefault.invitations),
  };
}

/** Plain HTTP is accepted on this machine only, because the response contains the key. */
export function kmsIn({ text, mistakes }: Texts): KmsSettings | undefined {
  const [url, token] = [text('KMS_URL'), text('KMS_TOKEN')];
  if (url === undefined) return undefined;
  const { protocol, hostname } = URL.parse(url) ?? {};
  const isOwn = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname ?? '');
  if (protocol !== 'https:' && !isOwn) mistakes.push('KMS_URL must be a URL that starts with https://.');
  if (token === undefined) mistakes.push('KMS_URL needs KMS_TOKEN.');
  return { url, token: token ?? '' };
}

/** What OpenTelemetry records. */
export interface TelemetrySettings {
  /** Whether calls and gauges are counted. */
  readonly hasMetrics: boolean;
  /** How often metrics are exported. Absent: never, and the exporter is not loaded. */
  readonly metricsIntervalMs: number | undefined;
  /** Which part of the requests is traced, from 0 to 1. Absent: none, and the exporter is not loaded. */
  readonly tracedShare: number | undefined;
}

/** The standard variables of OpenTelemetry. Whether a parent is sampled is only asked of our own processes, so its form changes nothing. */
export function telemetryIn({ text, mistakes }: Texts): TelemetrySettings {
  const isDisabled = text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true';
  const hasEndpoint = (name: string) => {
    const endpoint = text(name);
    if (endpoint !== undefined && !['http:', 'https:'].includes(URL.parse(endpoint)?.protocol ?? ''))
      mistakes.push(`${name} must be a URL that starts with http:// or https://.`);
    return endpoint !== undefined && !isDisabled;
  };
  const exportsAll = hasEndpoint('OTEL_EXPORTER_OTLP_ENDPOINT');
  const exportsTraces = hasEndpoint('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') || exportsAll;
  const exportsMetrics = hasEndpoint('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT') || exportsAll;
  const share = shareIn({ text, mistakes });
  const intervalMs = intervalIn({ text, mistakes });
  return {
    hasMetrics: !isDisabled,
    metricsIntervalMs: text('OTEL_METRICS_EXPORTER') !== 'none' && exportsMetrics ? intervalMs : undefined,
    tracedShare: exportsTraces ? share : undefined,
  };
}

function intervalIn({ text, mistakes }: Texts): number {
  const value = text('OTEL_METRIC_EXPORT_INTERVAL') ?? '60000';
  const isValid = /^[1-9]\d{2,8}$/.test(value);
  if (!isValid) mistakes.push(`OTEL_METRIC_EXPORT_INTERVAL is "${value}". It must be a number of milliseconds, at least 100.`);
  return Number(value);
}

function shareIn({ text, mistakes }: Texts): number {
  const sampler = text('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const kind = sampler.replace(/^parentbased_/, '');
  if (kind === 'always_on') return 1;
  if (kind === 'always_off') return 0;
  const argument = text('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const share = /^\d*\.?\d+$/.test(argument) ? Number(argument) : Number.NaN;
  if (kind !== 'traceidratio')
    mistakes.push(
      `OTEL_TRACES_SAMPLER is "${sampler}". It must be always_on, always_off or traceidratio, or one of them after parentbased_.`,
    );
  else if (!(share <= 1)) mistakes.push(`OTEL_TRACES_SAMPLER_ARG is "${argument}". It must be a number from 0 to 1.`);
  return share;
}

const workersMax = 64;

/** A number of processes, or `auto` for one per core. */
export function workersIn({ text, mistakes }: Texts, name: string): number {
  const value = text(name) ?? '1';
  if (value === 'auto') return Math.min(availableParallelism(), workersMax);
  const count = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (count >= 1 && count <= workersMax) return count;
  mistakes.push(`${name} is "${value}". It must be a whole number from 1 to ${workersMax}, or auto.`);
  return 1;
}

export interface WorkerSettings {
  /** Starting at 1. */
  readonly number: string;
  /** The embedded PostgreSQL of the parent, if it has one. */
  readonly databaseUrl: string | undefined;
}

/** Names of the variables that a parent sets for its workers. */
export const workerVariables = { number: 'WORKER_NUMBER', databaseUrl: 'WORKER_DATABASE_URL' } as const;

/** Absent in a process without workers, and in their parent. */
export function workerIn({ text }: Pick<Texts, 'text'>): WorkerSettings | undefined {
  const number = text(workerVariables.number);
  return number === undefined ? undefined : { number, databaseUrl: text(workerVariables.databaseUrl) };
}

interface Choices {
  oneOf<Value extends string>(name: string, allowed: readonly Value[], fallback: Value): Value;
}

/** Whose console is served. */
export type ConsoleKind = 'off' | 'platform' | 'operator';

/** Platforms sign in to the console of a sandbox only. */
export function consoleIn({ oneOf }: Choices, mode: Environment): ConsoleKind {
  if (mode === 'production') return oneOf('CONSOLE', ['off', 'operator'], 'off');
  return oneOf('CONSOLE', ['off', 'platform', 'operator'], 'platform');
}

/** What a sandbox has unless the operator decides otherwise. */
export function sandboxFeaturesIn({ oneOf }: Choices, mode: Environment) {
  const has = (name: string) => oneOf(name, ['true', 'false'], mode === 'sandbox' ? 'true' : 'false') === 'true';
  return { hasApiExplorer: has('API_EXPLORER'), hasMcp: has('MCP'), hasRequestLog: has('REQUEST_LOG') };
}
