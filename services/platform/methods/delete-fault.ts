// Removes a fault of the calling platform.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { FaultService } from '../../../gen/payments/platform/v1/fault_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { PlatformMethod } from '../context.ts';

export const deleteFault: PlatformMethod<typeof FaultService.method.deleteFault> = async ({ faultId }, { caller, store }) => {
  const id = uuidOf('Fault', faultId);
  const isRemoved = id !== undefined && (await store.write((rows) => rows.faults.remove(caller.platformId, id)));
  if (!isRemoved) throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no fault ${faultId}.`, { resource: 'Fault' });
  return {};
};
