// The fixed rates of the sandbox.

import { slotOf } from '../domain/rates/rate-slot.ts';
import { sandboxWorths } from '../domain/rates/rates.ts';
import type { RateSource } from './rate-source.ts';

/** Fixed rates have the time of the start of their five minutes. */
export const sandboxRates: RateSource = {
  list: async (now) => ({ takenAt: slotOf(now), worths: sandboxWorths }),
  holds: async () => true,
};
