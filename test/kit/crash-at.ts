// Loaded before a process under test: the process kills itself where CRASH_AT says, as a power cut would, and ends when the tests do.
import { Socket } from 'node:net';

const { CRASH_AT } = process.env;

// The other end of standard input is the test's: it closes when the run is interrupted, however.
const test = new Socket({ fd: 0 });
test.once('close', () => process.kill(process.pid, 'SIGTERM')).once('error', () => undefined);
test.resume().unref();

globalThis.onCrashPoint = (name) => {
  if (name !== CRASH_AT) return;
  process.kill(process.pid, 'SIGKILL');
  for (;;); // the signal is on its way: not one instruction more
};
