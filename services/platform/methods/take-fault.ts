// TakeFault: the fault that affects a call, an event or a payout. It counts as used, also if the caller dies before it occurs.
import { type FaultDirectoryService, type TakeFaultRequest } from '../../../gen/payments/platform/v1/fault_directory_pb.ts';
import { FaultType } from '../../../gen/payments/platform/v1/fault_type_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { type FaultTarget, meet } from '../domain/fault.ts';

type TakeFault = PlatformMethod<typeof FaultDirectoryService.method.takeFault>;

/** The oldest fault that affects it. Those before it have seen it. */
export const takeFault: TakeFault = async ({ platformId, target }, { caller, store }) =>
  store.write(async (rows) => {
    const candidates = await rows.faults.lockMatching(platformId ?? caller.platformId, subjectOf(target));
    for (const candidate of candidates) {
      const { fault, isHit } = meet(candidate);
      await rows.faults.save(fault);
      if (isHit) return { type: FaultType[fault.type], delayMs: fault.delayMs ?? 0 };
    }
    return {};
  });

/** A call or event by its name. */
function subjectOf(target: TakeFaultRequest['target']): { target: FaultTarget; subject?: string } {
  if (target.case === 'operation') return { target: 'CALL', subject: target.value };
  return target.case === 'eventType' ? { target: 'EVENT', subject: target.value } : { target: 'RAIL' };
}
