// The metrics of this service.
import { secondsSince } from '../kit/background/oldest-waiting.ts';
import type { Measures } from '../kit/service/measures.ts';
import type { WebhookContext } from './context.ts';

export const measures: Measures<WebhookContext> = {
  metrics: [
    {
      name: 'payments_webhooks_pending',
      about: 'Webhooks that wait for their first attempt (NEW) or for another one (RETRY), at most 10,000.',
    },
    {
      name: 'payments_webhook_delay_seconds',
      about: 'How long the oldest webhook has waited for its first attempt (NEW), and the oldest due one for another (RETRY).',
    },
    { name: 'payments_webhooks_dead', about: 'Stored webhooks that were given up, at most 10,000.' },
    {
      name: 'payments_webhook_attempts_total',
      about: 'Requests to endpoints, by class of the status or reason of the failure, and environment.',
      isCounter: true,
    },
    {
      name: 'payments_webhooks_given_up_total',
      about: 'Webhooks that were given up, without those that are sent only once.',
      isCounter: true,
    },
  ],
  read: async ({ store, wall }) => {
    const { fresh, freshSince, retried, retryDue, dead } = await store.backlog.readBacklog();
    const now = wall.now();
    return {
      payments_webhooks_pending: byState(fresh, retried),
      payments_webhook_delay_seconds: byState(secondsSince(freshSince, now), secondsSince(retryDue, now)),
      payments_webhooks_dead: [{ value: dead }],
    };
  },
  count: ({ counts }) => ({
    payments_webhook_attempts_total: counts.attempts(),
    payments_webhooks_given_up_total: counts.givenUp(),
  }),
};

const byState = (fresh: number, retried: number) => [
  { value: fresh, labels: { state: 'NEW' } },
  { value: retried, labels: { state: 'RETRY' } },
];
