// Lists the faults of the calling platform.
import type { FaultService } from '../../../gen/payments/platform/v1/fault_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { toFaultMessage } from '../convert-fault.ts';

export const listFaults: PlatformMethod<typeof FaultService.method.listFaults> = async (_request, { caller, store }) => ({
  data: (await store.faults.list(caller.platformId)).map(toFaultMessage),
});
