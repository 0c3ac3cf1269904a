// `clock`: the clock of a sandbox platform.
import { command } from '../command.ts';
import { secondsOf } from '../duration.ts';
import type { Printer } from '../printer.ts';

interface Clock {
  readonly now: string;
  readonly offsetSeconds: number;
}

const show = (print: Printer, clock: Clock) => print.fields({ now: clock.now, offsetSeconds: clock.offsetSeconds });

export const clockShow = command({
  name: 'clock show',
  summary: 'Show the time of the platform',
  examples: ['clock show', 'clock show --json'],
  run: async ({ platform, print }) => show(print, await (await platform()).get<Clock>('/sandbox/clock')),
});

export const clockAdvance = command({
  name: 'clock advance',
  summary: 'Advance the clock of the platform',
  details: ['All work that becomes due runs before the command ends. A clock cannot be set back.'],
  parameters: [{ name: 'duration', description: '30s, 6m, 1h, 2d, or seconds' }],
  examples: ['clock advance 30s', 'clock advance 1h30m'],
  run: async ({ platform, print, parameters: [duration = ''] }) => {
    const seconds = secondsOf(duration);
    show(print, await (await platform()).post<Clock>('/sandbox/clock/advance', { seconds }));
  },
});

export const clockTo = command({
  name: 'clock to',
  summary: 'Advance the clock of the platform to a time',
  parameters: [{ name: 'time', description: 'in RFC 3339, at most 366 days ahead' }],
  examples: ['clock to 2027-01-01T00:00:00Z'],
  run: async ({ platform, print, parameters: [to = ''] }) =>
    show(print, await (await platform()).post<Clock>('/sandbox/clock/advance', { to })),
});
