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

/** With a payment of `spend`, in the currency of the limits. */
export function counted(usage: Usage, spend: bigint, now: Date): Usage {
  const { day, dailyTransactionCount, dailySpend, monthlySpend } = usageAt(usage, now);
  return {
    day,
    dailyTransactionCount: dailyTransactionCount + 1n,
    dailySpend: dailySpend + spend,
    monthlySpend: monthlySpend + spend,
  };
}

/** Without a payment that was counted at a time. Counters that have restarted since then do not contain it. */
export function uncounted(usage: Usage, { spend, countedAt }: Counted, now: Date): Usage {
  const current = usageAt(usage, now);
  const { day, dailyTransactionCount, dailySpend, monthlySpend } = current;
  if (monthOf(dayOf(countedAt)) !== monthOf(day)) return current;
  const isToday = dayOf(countedAt) === day;
  return {
    day,
    dailyTransactionCount: isToday ? atLeastZero(dailyTransactionCount - 1n) : dailyTransactionCount,
    dailySpend: isToday ? atLeastZero(dailySpend - spend) : dailySpend,
    monthlySpend: atLeastZero(monthlySpend - spend),
  };
}

export interface Counted {
  /** In the currency of the limits. */
  readonly spend: bigint;
  readonly countedAt: Date;
}

/** Counters that were converted to another currency in the meantime can be a unit short. */
const atLeastZero = (value: bigint) => (value < 0n ? 0n : value);

/** When the counters restart: the next day, `YYYY-MM-DD`, and the next month, `YYYY-MM`. */
export function resetsOf({ day }: Usage): { readonly day: string; readonly month: string } {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { day: dayOf(new Date(Date.UTC(year, month - 1, date + 1))), month: monthOf(dayOf(new Date(Date.UTC(year, month, 1)))) };
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const monthOf = (day: string) => day.slice(0, 7);
