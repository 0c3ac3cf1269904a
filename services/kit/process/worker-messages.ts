// What the processes of `WORKERS` tell each other: the parent and each of its workers.

/** From a worker to its parent. */
export type FromWorker =
  /** It serves. `summary`: for the person who started it. */
  | { readonly kind: 'ready'; readonly summary: string }
  /** Its own metrics, as requested. */
  | { readonly kind: 'metrics'; readonly request: number; readonly text: string }
  | { readonly kind: 'request metrics of all'; readonly request: number };

/** From the parent to a worker. */
export type FromParent =
  | { readonly kind: 'request metrics'; readonly request: number }
  | { readonly kind: 'metrics of all'; readonly request: number; readonly text: string };

/** Requests that wait for their answers. */
export function pendingAnswers(timeoutMs: number) {
  const pending = new Map<number, (text: string) => void>();
  let last = 0;
  return {
    /** Sends a request with a number of its own. Without an answer in time, the text is empty. */
    ask(send: (request: number) => void): Promise<string> {
      const request = ++last;
      const { promise, resolve } = Promise.withResolvers<string>();
      const late = setTimeout(() => resolve(''), timeoutMs);
      pending.set(request, resolve);
      send(request);
      return promise.finally(() => (clearTimeout(late), pending.delete(request)));
    },
    answer: (request: number, text: string) => pending.get(request)?.(text),
  };
}
