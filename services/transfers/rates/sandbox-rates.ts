// The rates of the sandbox: fixed ones, which hold for ever.

import { slotOf } from '../domain/rates/rate-slot.ts';
import { sandboxWorths } from '../domain/rates/rates.ts';
import type { RateSource } from './rate-source.ts';

/** What never moves was taken at the start of its five minutes. */
export const sandboxRates: RateSource = {
  list: async (now) => ({ takenAt: slotOf(now), worths: sandboxWorths }),
  holds: async () => true,
};
