// The reset of a sandbox platform in this service: its clock returns to real time.
import type { PlatformReset } from '../../kit/service/platform-reset.ts';
import { clocks } from './clocks.ts';

export const reset: PlatformReset = {
  keeps: ['platform', 'snapshot', 'uma_name', 'invitation_code'],
  around: async (remove, { db, caller }) => {
    await remove();
    await clocks(db).reset(caller.platformId);
  },
};
