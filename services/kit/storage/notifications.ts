// Notifications between the processes of a service, and waking of its own workers.
import type { PoolClient } from 'pg';
import type { Log } from '../core/log.ts';
import { batched } from './batched.ts';
import type { Session } from './session.ts';

export interface Notifications {
  /** Wakes the listeners of a channel in all processes; those of this process even if the database does not pass it on. */
  notify(channel: string): void;
  /** Wakes those of this process, without a statement; those of other processes if it has none. */
  wake(channel: string): void;
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => void>;
}

export interface NotificationsOptions {
  readonly schema: string;
  readonly session: Session;
  readonly log: Log;
  readonly withClient: (work: (client: PoolClient) => Promise<void>) => Promise<void>;
}

export function openNotifications({ schema, session, log, withClient }: NotificationsOptions): Notifications {
  const own = new Map<string, Set<(payload: string) => void>>();
  const channelOf = (channel: string) => `${schema}.${channel}`;
  const send = batched<string>((channels) =>
    withClient(async (client) => void (await client.query({ ...wakeAll, values: [[...new Set(channels)]] }))),
  );
  const wakeOwn = (channel: string) => {
    const listeners = own.get(channel) ?? new Set();
    for (const listener of listeners) listener('');
    return listeners.size > 0;
  };
  const notify = (channel: string) =>
    void send(channelOf(channel)).catch((error: Error) => {
      log.debug({ reason: error.message }, 'A notification was lost.');
      wakeOwn(channel);
    });

  return {
    notify,
    wake: (channel) => {
      if (!wakeOwn(channel)) notify(channel);
    },
    listen: async (channel, onNotify) => {
      const listeners = own.get(channel) ?? new Set();
      own.set(channel, listeners.add(onNotify));
      const end = await session.listen(channelOf(channel), onNotify);
      return () => {
        listeners.delete(onNotify);
        end();
      };
    },
  };
}

/** The commit need not be flushed: a notification does not survive the server anyway. */
const wakeAll = {
  name: 'wake',
  text: `select pg_notify(channel, '') from set_config('synchronous_commit', 'off', true), unnest($1::text[]) channel`,
};
