// The command line as a program.
import { text } from 'node:stream/consumers';
import { silent } from '../../services/kit/core/log.ts';
import { runPayments } from './run.ts';

/** Signals within this time count as one: npm forwards Ctrl-C, which the terminal sends to the whole group. */
const oneSignalMs = 500;

const interruption = new AbortController();
let firstAtMs: number | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    firstAtMs ??= performance.now();
    if (performance.now() - firstAtMs > oneSignalMs) process.exit(130); // does not wait
    interruption.abort();
  });
}
// A reader such as `head` may close its end early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const { TLS_CA_FILE: caFile } = process.env;
if (caFile) await (await import('../../services/kit/process/tls.ts')).trustAuthorities(caFile, silent);

process.exitCode = await runPayments(process.argv.slice(2), {
  environment: process.env,
  folder: process.cwd(),
  write: (output) => void process.stdout.write(output),
  warn: (output) => void process.stderr.write(output),
  input: () => text(process.stdin),
  interrupted: interruption.signal,
});
