// What the views share: the API, the requests that arrive, and reads that are repeated after each change.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Api } from './api.ts';
import type { LoggedRequest } from './model.ts';
import { isForOperators } from './settings.ts';

export interface Live {
  readonly api: Api;
  /** Newest first, since the page was opened. */
  readonly requests: readonly LoggedRequest[];
  readonly isConnected: boolean;
  /** Increases after each change, by whomever. */
  readonly version: number;
  /** Reads everything again, after a change by the console. */
  readonly refresh: () => void;
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('A view is shown before signing in.');
  return live;
}

const keptMax = 500;
const settleMs = 300;

/** Follows the request log as long as the component is shown. */
export function useRequests(api: Api): Live {
  const [requests, setRequests] = useState<readonly LoggedRequest[]>([]);
  const [isConnected, setConnected] = useState(false);
  const [version, setVersion] = useState(0);
  const refresh = () => setVersion((before) => before + 1);
  useEffect(() => {
    if (isForOperators) return undefined; // requests of production are not logged
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onEntry = (entry: LoggedRequest) => {
      setRequests((before) => [entry, ...before].slice(0, keptMax));
      if (entry.method === 'GET') return;
      clearTimeout(timer);
      timer = setTimeout(refresh, settleMs);
    };
    void api.follow<LoggedRequest>('/sandbox/requests', { signal: leaving.signal, onEntry, onState: setConnected });
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [api]);
  return { api, requests, isConnected, version, refresh };
}

export interface Reading<Body> {
  readonly body: Body | undefined;
  readonly problem: string | undefined;
}

/** Jobs and deliveries also change what is shown, without a request. */
const repeatMs = 3_000;

/** The response to a path, read again after changes and every few seconds while the page is visible. Undefined reads nothing. */
export function useRead<Body>(path: string | undefined): Reading<Body> {
  const { api, version } = useLive();
  const [reading, setReading] = useState<Reading<Body> & { readonly path?: string | undefined }>({
    body: undefined,
    problem: undefined,
  });
  useEffect(() => {
    if (path === undefined) return undefined;
    let isLeft = false;
    const read = () =>
      api.get<Body>(path).then(
        (body) => isLeft || setReading({ path, body, problem: undefined }),
        (error: Error) => isLeft || setReading({ path, body: undefined, problem: error.message }),
      );
    void read();
    // Each read of an operator is recorded: they read again themselves.
    const timer = isForOperators ? undefined : setInterval(() => document.hidden || void read(), repeatMs);
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [api, path, version]);
  return reading.path === path ? reading : { body: undefined, problem: undefined };
}
