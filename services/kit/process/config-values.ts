// Settings with a format of their own: keys, networks, hosts, files, periods, numbers of workers. Mistakes are recorded, so that all are
// reported together.
import { accessSync, constants } from 'node:fs';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
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
export function networksIn({ text, mistakes }: Texts, name: string): BlockList {
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
