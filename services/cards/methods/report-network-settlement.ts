// ReportNetworkSettlement: cash was paid to the card network, or received from it.
import { hash } from 'node:crypto';
import type { CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import type { CardsMethod } from '../context.ts';

type Methods = typeof CardReportService.method;

/** The job books it, also if this process dies. */
export const reportNetworkSettlement: CardsMethod<Methods['reportNetworkSettlement']> = async (request, context) => {
  const { eventId, currency, amount } = request;
  const { caller, clock, requestId, store } = context;
  const { platformId } = caller;
  const settlement = { platformId, eventId, id: subjectOf(eventId), currency, amount, createdAt: clock.now() };
  const payload = { subject: settlement.id, currency, amount: `${amount}` };
  const job: NewJob = { kind: 'settle-network', key: eventId, caller, payload, runAt: clock.now(), requestId };
  const isNew = await store.write(async (rows) => {
    const isAdded = await rows.settlements.insert(settlement);
    if (isAdded) await rows.jobs.add(job);
    return isAdded;
  });
  if (isNew) await context.runNow(job);
  return {};
};

/** The ledger's subject: a uuid that follows from the event (RFC 9562, 5.8). */
function subjectOf(eventId: string): string {
  const hex = hash('sha256', `card settlement ${eventId}`, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
