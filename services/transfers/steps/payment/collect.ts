// Collects the money of a payment from an external bank account.
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import type { PullReport } from '../../rails/rail.ts';
import { pullOf } from '../shared/pull.ts';
import { railOf } from '../shared/rail-of.ts';
import { transitOrReload } from '../shared/transition.ts';
import { bookerOf } from './refund.ts';

/** Starts the pull. */
export async function collect(context: TransfersContext, begun: OutgoingPayment): Promise<OutgoingPayment> {
  const report = await railOf(context).collect(await pullOf(context, begun));
  reached('pull begun');
  return conclude(context, begun, report);
}

/** Polls the pull. */
export async function checkPull(context: TransfersContext, begun: OutgoingPayment): Promise<OutgoingPayment> {
  return conclude(context, begun, await railOf(context).checkPull(await pullOf(context, begun), begun.railChecks));
}

function conclude(context: TransfersContext, before: OutgoingPayment, report: PullReport): Promise<OutgoingPayment> {
  switch (report.state) {
    case 'COLLECTED': {
      const known = { ...before, railChecks: 0 };
      return transitOrReload(context, before, { event: 'collected', known, book: bookerOf(context, before), point: 'funded' });
    }
    case 'REFUSED':
    case 'RETURNED': // before its collection was recorded: nothing was credited
      return transitOrReload(context, before, { event: 'pullRefused', point: 'pull failed' });
    case 'WAITING': {
      const known = { ...before, railChecks: before.railChecks + 1 };
      return transitOrReload(context, before, {
        event: 'notCollected',
        known,
        afterMs: report.nextAfterMs,
        point: 'pull awaited',
      });
    }
    default:
      return report satisfies never;
  }
}
