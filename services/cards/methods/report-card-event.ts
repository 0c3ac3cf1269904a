// ReportCardEvent: the issuer reports an event of a card transaction.
import type { CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import type { CardsMethod } from '../context.ts';
import { toNetworkEvent } from '../convert-payment.ts';
import { reportByToken, waitingJob } from '../steps/payment/report-by-token.ts';

export const reportCardEvent: CardsMethod<typeof CardReportService.method.reportCardEvent> = async (request, context) => {
  const { eventId, issuerTransactionToken: token } = request;
  const reported = { token, eventId, event: toNetworkEvent(request) };
  if (!(await reportByToken(context, reported))) return { isWaiting: false };
  await context.store.write(({ jobs }) => jobs.add(waitingJob(context, reported)));
  return { isWaiting: true };
};
