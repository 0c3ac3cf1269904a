// The log of a process: JSON lines on standard error; standard output is for people.
import pino from 'pino';
import type { Log } from '../core/log.ts';
import type { LogLevel } from './config.ts';

export function openLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutRows },
      redact: { paths: ['authorization', '*.authorization', 'clientSecret', '*.clientSecret'], censor: '(hidden)' },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}

/** PostgreSQL repeats the values of a refused row in `detail` and `where`, which must not be logged. */
export function withoutRows(error: Error): object {
  const { detail: _, where: __, ...known } = pino.stdSerializers.err(error);
  return known;
}
