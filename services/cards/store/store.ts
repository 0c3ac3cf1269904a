// The store of this service.
import { jobRows } from '../../kit/background/jobs.ts';
import { outboxRows } from '../../kit/background/outbox.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import type { Store } from '../../kit/storage/store.ts';
import { auditRows } from './audit.ts';
import { cardRows } from './cards.ts';
import { duePaymentRows } from './due-payments.ts';
import { paymentListRows } from './payment-list.ts';
import { paymentRows } from './payments.ts';
import { revealRows } from './reveals.ts';
import { settlementRows } from './settlements.ts';

export const cardsRows = (secrets: Sealing) => (db: Queryable) => ({
  cards: cardRows(db),
  payments: paymentRows(db, secrets),
  duePayments: duePaymentRows(db),
  paymentList: paymentListRows(db, secrets),
  settlements: settlementRows(db),
  audit: auditRows(db),
  reveals: revealRows(db),
  outbox: outboxRows(db, secrets),
  jobs: jobRows(db),
});

export type CardsRows = ReturnType<ReturnType<typeof cardsRows>>;

export type CardsStore = Store<CardsRows>;
