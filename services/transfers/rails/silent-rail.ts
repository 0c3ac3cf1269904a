// The sandbox's rail for platforms that may have set faults: it accepts a payout or pull, but reports nothing for a while.
import type { Client } from '@connectrpc/connect';
import type { FaultDirectoryService } from '../../../gen/payments/platform/v1/fault_directory_pb.ts';
import { FaultType } from '../../../gen/payments/platform/v1/fault_type_pb.ts';
import type { Rail } from './rail.ts';

/** Its first report comes with the next poll. */
export function silencedBy(faults: Client<typeof FaultDirectoryService>, rail: Rail): Rail {
  const silenceMs = async () => {
    const { type, delayMs } = await faults.takeFault({ target: { case: 'rail', value: true } });
    return type === FaultType.RAIL_SILENT ? delayMs : undefined;
  };
  return {
    ...rail,
    submit: async (payout) => {
      const nextAfterMs = await silenceMs();
      return nextAfterMs === undefined ? rail.submit(payout) : { nextAfterMs, isSilent: true };
    },
    collect: async (pull) => {
      const nextAfterMs = await silenceMs();
      return nextAfterMs === undefined ? rail.collect(pull) : { state: 'WAITING', nextAfterMs };
    },
  };
}
