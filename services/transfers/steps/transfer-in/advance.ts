// Advances a transfer in as far as possible now: collects the money, then credits the account. Every step is repeatable.
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import type { PullReport } from '../../rails/rail.ts';
import { pullOf } from '../shared/pull.ts';
import { railOf } from '../shared/rail-of.ts';
import { transitOrReload } from '../shared/transition.ts';
import { credit, creditBlocked, returnFunds } from './credit.ts';

export async function advanceTransferIn(context: TransfersContext, transfer: TransferIn): Promise<TransferIn> {
  const after = await work(context, transfer);
  return after.state === transfer.state ? after : advanceTransferIn(context, after);
}

/** While the rail collects, only a job polls it. */
function work(context: TransfersContext, transfer: TransferIn): TransferIn | Promise<TransferIn> {
  if (transfer.state === 'COLLECTING') return collect(context, transfer);
  if (transfer.state === 'CREDIT_BLOCKED') return creditBlocked(context, transfer);
  return transfer.state === 'RETURNING' ? returnFunds(context, transfer) : transfer;
}

async function collect(context: TransfersContext, transfer: TransferIn): Promise<TransferIn> {
  const report = await railOf(context).collect(await pullOf(context, transfer));
  reached('pull begun');
  return conclude(context, transfer, report);
}

/** Polls the pull. */
export async function checkTransferIn(context: TransfersContext, transfer: TransferIn): Promise<TransferIn> {
  const report = await railOf(context).checkPull(await pullOf(context, transfer), transfer.railChecks);
  return advanceTransferIn(context, await conclude(context, transfer, report));
}

async function conclude(context: TransfersContext, before: TransferIn, report: PullReport): Promise<TransferIn> {
  switch (report.state) {
    case 'COLLECTED':
      return credit(context, before);
    case 'REFUSED':
    case 'RETURNED': // before its collection was recorded: nothing was credited
      return transitOrReload(context, before, { event: 'pullRefused', point: 'pull ended' });
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

/** A cancelled pull has collected nothing. Undefined if it can no longer be cancelled. */
export async function cancelTransferIn(context: TransfersContext, transfer: TransferIn): Promise<TransferIn | undefined> {
  const isStopped = await railOf(context).cancelPull(await pullOf(context, transfer));
  return isStopped ? transitOrReload(context, transfer, { event: 'pullRefused', point: 'pull ended' }) : undefined;
}
