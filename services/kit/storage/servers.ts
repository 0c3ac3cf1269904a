// The servers of a database, named in one URL: connections go to the one that writes, and follow it to another after a failover.
import { callbackify } from 'node:util';
import { Client, type ClientConfig } from 'pg';

/** The URL of each server: `postgresql://user@one:5432,two:5432/payments` names two. */
export function serverUrls(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = severalHosts.exec(url) ?? [];
  return hosts ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [url];
}

const severalHosts = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?@]+,[^/?@]*)(.*)$/;

/** Of one database, for all connections of this process. */
interface Servers {
  readonly urls: readonly string[];
  /** Where the next connection is tried. */
  next: string;
  /** The one that was last found to write. */
  writer: string | undefined;
}

const known = new Map<string, Servers>();

function serversOf(url: string): Servers {
  const urls = serverUrls(url);
  const servers = known.get(url) ?? { urls, next: urls[0] ?? url, writer: undefined };
  known.set(url, servers);
  return servers;
}

/** How long a server may take to accept a connection if there are others. */
const connectMsMax = 1_000;

/** A connection to the server that writes. After one that fails, the next is tried at the next server. */
export class WriterClient extends Client {
  readonly #servers: Servers;
  readonly #url: string;

  constructor(config: ClientConfig = {}) {
    const servers = serversOf(config.connectionString ?? '');
    const { connectionTimeoutMillis: given = connectMsMax } = config;
    const timed = servers.urls.length > 1 && { connectionTimeoutMillis: Math.min(given, connectMsMax) };
    super({ ...config, ...timed, connectionString: servers.next });
    this.#servers = servers;
    this.#url = servers.next;
    this.on('error', () => undefined); // the statement fails. Pools listen only after a connection was made
  }

  /** Another server has taken over. */
  get isOutdated(): boolean {
    const { writer } = this.#servers;
    return writer !== undefined && writer !== this.#url;
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<Client> | void {
    if (!callback) return this.#connect();
    callbackify(() => this.#connect())(callback);
  }

  /** Throws if the server does not write. */
  async refuseStandby(): Promise<void> {
    if (this.#servers.urls.length === 1) return;
    const { rows } = await this.query<{ isStandby: boolean }>(standby);
    if (rows[0]?.isStandby) throw this.#unavailable('is a standby');
    this.#servers.writer = this.#url;
  }

  async #connect(): Promise<Client> {
    if (this.#servers.urls.length === 1) return super.connect();
    try {
      await super.connect();
    } catch (cause) {
      throw isAnswer.test(String((cause as { readonly code?: unknown }).code))
        ? cause
        : this.#unavailable('does not answer', cause);
    }
    try {
      await this.refuseStandby();
      return this;
    } catch (error) {
      void this.end().catch(() => undefined);
      throw error;
    }
  }

  /** With the code of a server that is not available now, so that connecting is repeated: at the next server. */
  #unavailable(why: string, cause?: unknown): Error {
    const { urls, next } = this.#servers;
    if (next === this.#url) this.#servers.next = urls[(urls.indexOf(next) + 1) % urls.length] ?? next;
    return Object.assign(new Error(`The database server ${this.host}:${this.port} ${why}.`, { cause }), { code: '57P03' });
  }
}

const standby = `
  select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "isStandby"`;

/** Refused credentials, or an unknown database. */
const isAnswer = /^(28|3D)/;
