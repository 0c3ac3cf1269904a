// The rail of a platform: the sandbox's own for sandbox platforms, the operator's for others.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { connectedRail } from '../../rails/connected-rail.ts';
import { notedRail } from '../../rails/noted-rail.ts';
import type { Rail } from '../../rails/rail.ts';
import { silencedBy } from '../../rails/silent-rail.ts';
import { noted } from './noted-work.ts';

/** Throws SERVICE_UNAVAILABLE if none is configured. */
export function railOf(context: TransfersContext): Rail {
  const rail = findRail(context);
  if (rail) return rail;
  throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'External payments require a configured rail.');
}

export function findRail(context: TransfersContext): Rail | undefined {
  const { caller, clients, isRailConnected } = context;
  if (caller.environment === 'sandbox') return sandboxRailOf(context);
  return isRailConnected ? connectedRail(clients.rail) : undefined;
}

function sandboxRailOf(context: TransfersContext): Rail {
  const { caller, clients, sandboxRail, activities } = context;
  const rail = caller.hasFaults === false ? sandboxRail : silencedBy(clients.faults, sandboxRail);
  if (!activities) return rail;
  return notedRail(rail, ({ key, ...call }, run) => noted(context, { type: 'RAIL_CALL', transactionId: key, ...call }, run));
}
