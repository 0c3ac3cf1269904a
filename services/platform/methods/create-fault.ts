// Sets a fault for the calling platform.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { FaultService } from '../../../gen/payments/platform/v1/fault_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { PlatformMethod } from '../context.ts';
import { faultTypeIn, toFault, toFaultMessage } from '../convert-fault.ts';
import { faultsMax } from '../domain/fault.ts';
import { unknownPlatform } from '../steps/find-platform.ts';

export const createFault: PlatformMethod<typeof FaultService.method.createFault> = async (request, context) => {
  const { caller, store, wall, operationId: id } = context;
  const { platformId } = caller;
  const known = faultTypeIn(request.type);
  if (!known) throw invalidInput([{ field: 'type', message: 'is required' }]);
  const fresh = toFault({ ...request, known }, { id, platformId, createdAt: wall.now() });

  const made = await store.write(async (rows) => {
    if (!(await rows.platforms.lock(platformId))) throw unknownPlatform();
    const faults = await rows.faults.list(platformId);
    const before = faults.find((fault) => fault.id === id);
    if (before) return before;
    if (faults.length >= faultsMax)
      throw fail(ErrorCode.CONFLICT, `A platform has at most ${faultsMax} faults. Remove one first.`, {
        reason: 'TOO_MANY_FAULTS',
      });
    await rows.faults.insert(fresh);
    return fresh;
  });
  return toFaultMessage(made);
};
