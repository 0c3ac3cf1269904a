// Connections through a pooler that lends a connection of its own to each transaction, such as PgBouncer. Nothing lasts longer than a
// transaction: each one starts with its settings, and statements are not prepared.
import type { ClientConfig, QueryConfig, QueryResult } from 'pg';
import { WriterClient } from './servers.ts';

export interface PooledConfig extends ClientConfig {
  /** Settings of the server, by name. */
  readonly settings: Readonly<Record<string, string>>;
}

export class PooledClient extends WriterClient {
  /** A pool passes its options. The connection must be pipelined. */
  constructor(config: ClientConfig = {}) {
    const { settings } = config as PooledConfig;
    super(config);
    const send: Send = (statement) => super.query(statement);
    Object.assign(this, { query: inTransactions(send, settings) });
  }
}

type Send = (statement: string | QueryConfig) => Promise<QueryResult>;

/** A statement outside a transaction is sent with its own: together, so that they cost one round trip. */
export function inTransactions(send: Send, settings: PooledConfig['settings']): Send {
  const begin = ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ');
  let isOpen = false;
  return (statement) => {
    const { text, values = [] } = typeof statement === 'string' ? { text: statement } : statement;
    if (isBegin.test(text)) {
      isOpen = true;
      return send(begin);
    }
    if (isEnd.test(text)) {
      isOpen = false;
      return send(text);
    }
    return isOpen ? send({ text, values }) : alone([send(begin), send({ text, values }), send('commit')]);
  };
}

const isBegin = /^\s*begin\b/i;
const isEnd = /^\s*(commit|rollback)\s*$/i;

/** Waits for the commit even if the statement fails: a connection is released only when it is idle. */
async function alone(sent: readonly [Promise<unknown>, Promise<QueryResult>, Promise<unknown>]): Promise<QueryResult> {
  await Promise.allSettled(sent);
  const [, result] = await Promise.all(sent);
  return result;
}
