// What an agent has used of its limits. Days and months are those of UTC.

/** Counters, and the day that they were last changed on: those of an earlier day or month have restarted. */
export interface Usage {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly dailyTransactionCount: bigint;
  /** In the smallest unit of the currency of the limits, as `monthlySpend`. */
  readonly dailySpend: bigint;
  readonly monthlySpend: bigint;
}

export function unused(now: Date): Usage {
  return { day: dayOf(now), dailyTransactionCount: 0n, dailySpend: 0n, monthlySpend: 0n };
}

/** The counters as they are now. A clock never runs backwards, so a later day has not begun elsewhere. */
export function usageAt(usage: Usage, now: Date): Usage {
  const day = dayOf(now);
  if (usage.day >= day) return usage;
  const isSameMonth = monthOf(usage.day) === monthOf(day);
  return { ...unused(now), monthlySpend: isSameMonth ? usage.monthlySpend : 0n };
}

/** When the counters restart: the next day, `YYYY-MM-DD`, and the next month, `YYYY-MM`. */
export function resetsOf({ day }: Usage): { readonly day: string; readonly month: string } {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { day: dayOf(new Date(Date.UTC(year, month - 1, date + 1))), month: monthOf(dayOf(new Date(Date.UTC(year, month, 1)))) };
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const monthOf = (day: string) => day.slice(0, 7);
