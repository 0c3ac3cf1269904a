// A process of `WORKERS`, as seen from itself: what it tells its parent.
import cluster from 'node:cluster';
import { type FromParent, type FromWorker, pendingAnswers } from './worker-messages.ts';

export const { isWorker } = cluster;

const tell = (message: FromWorker) => void process.send?.(message);

/** Tells the parent that this process serves. */
export function reportReady(summary: string): void {
  tell({ kind: 'ready', summary });
}

const timeoutMs = 3_000;

/** Answers requests for the metrics of this process. Returns the metrics of all workers. */
export function metricsOfWorkers(own: () => Promise<string>): () => Promise<string> {
  const answers = pendingAnswers(timeoutMs);
  process.on('message', async (message: FromParent) => {
    if (message.kind === 'metrics of all') answers.answer(message.request, message.text);
    else tell({ kind: 'metrics', request: message.request, text: await own().catch(() => '') });
  });
  return () => answers.ask((request) => tell({ kind: 'request metrics of all', request }));
}
