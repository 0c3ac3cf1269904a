// Loaded before a process under test: the process kills itself at CRASH_AT, like a power cut, and exits with the tests.
import type { Socket } from 'node:net';

const { CRASH_AT } = process.env;

// The test holds the other end of standard input: it closes when the run ends for any reason.
const test = process.stdin as Socket;
test.once('close', () => process.kill(process.pid, 'SIGTERM')).once('error', () => undefined);
test.resume().unref();

globalThis.onCrashPoint = (name) => {
  if (name !== CRASH_AT) return;
  process.kill(process.pid, 'SIGKILL');
  for (;;); // the signal is on its way: no further instruction may run
};
