// LISTEN: one connection for all the channels of a service, made at the first one and made again when it breaks.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type ConnectionOptions, clientConfig, connectPatiently } from './connections.ts';

type OnNotify = (payload: string) => void;

export interface Listener {
  /** Calls back on every notification, and once with an empty payload after a break, when some may have been missed. */
  listen(channel: string, onNotify: OnNotify): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export function openListener(options: ConnectionOptions): Listener {
  const channels = new Map<string, Set<OnNotify>>();
  let client: Promise<Client> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();

  const call = (channel: string, payload: string) => channels.get(channel)?.forEach((onNotify) => onNotify(payload));

  /** A connection takes one statement at a time. */
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const answer = turn.then(ask, ask);
    turn = answer;
    return answer;
  };

  const connect = async (): Promise<Client> => {
    const made = new Client(clientConfig(options));
    made.on('error', (error) => options.log.debug({ reason: error.message }, 'The listening connection broke.'));
    made.on('notification', ({ channel, payload }) => call(channel, payload ?? ''));
    await made.connect();
    for (const channel of channels.keys()) await made.query(`listen "${channel}"`);
    made.on('end', () => void reconnect());
    return made;
  };

  const reconnect = async () => {
    while (!closing.signal.aborted) {
      client = connectPatiently(connect);
      const isBack = await client.then(
        () => true,
        () => false,
      );
      if (isBack) return [...channels.keys()].forEach((channel) => call(channel, ''));
      await pause(100);
    }
  };

  return {
    async listen(channel, onNotify) {
      const known = channels.get(channel) ?? new Set();
      channels.set(channel, known.add(onNotify));
      client ??= connectPatiently(connect);
      const live = await client;
      await inTurn(() => live.query(`listen "${channel}"`));
      return async () => void known.delete(onNotify);
    },
    async close() {
      closing.abort();
      await client?.then(
        (live) => live.end(),
        () => undefined,
      );
    },
  };
}
