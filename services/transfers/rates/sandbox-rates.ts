// The rates of the sandbox: fixed ones, which hold for ever.

import { slotOf } from '../domain/rate-slot.ts';
import { sandboxWorths } from '../domain/rates.ts';
import type { RateSource } from './rate-source.ts';

/** What never moves was taken at the start of its five minutes. */
export const sandboxRates: RateSource = {
  list: async (now) => ({ takenAt: slotOf(now), worths: sandboxWorths }),
  holds: async () => true,
};
