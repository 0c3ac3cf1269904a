// Loaded before a process under test: the process kills itself where CRASH_AT says, as a power cut would.
const { CRASH_AT } = process.env;

globalThis.onCrashPoint = (name) => {
  if (name !== CRASH_AT) return;
  process.kill(process.pid, 'SIGKILL');
  for (;;); // the signal is on its way: not one instruction more
};
