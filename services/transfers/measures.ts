// The metrics of this service.
import { secondsSince } from '../kit/background/oldest-waiting.ts';
import type { Measures } from '../kit/service/measures.ts';
import type { TransfersContext } from './context.ts';

export const measures: Measures<TransfersContext> = {
  metrics: [
    {
      name: 'payments_open_payments',
      about: 'Payments that are not final, by environment, kind and state: of 10,000 jobs, and as many that wait for people.',
    },
    {
      name: 'payments_open_payment_age_seconds',
      about: 'How long the oldest of them has been in its state, or has had its status.',
    },
  ],
  read: async ({ store, wall }) => {
    const open = await store.openPayments.openPayments();
    const now = wall.now();
    const rows = open.map(({ environment, kind, state, ...row }) => ({ ...row, labels: { environment, kind, state } }));
    return {
      payments_open_payments: rows.map(({ count, labels }) => ({ value: Number(count), labels })),
      payments_open_payment_age_seconds: rows.map(({ since, labels }) => ({ value: secondsSince(since, now), labels })),
    };
  },
};
