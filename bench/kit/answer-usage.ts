// Loaded before the script of a measured process: tells how much CPU the process has used, so that the script itself stays as it is.

process.on('message', (task: { usage?: boolean }) => {
  if (!task.usage) return;
  const { user, system } = process.cpuUsage();
  process.send?.({ answer: user + system });
});
process.channel?.unref();
process.on('disconnect', () => process.exit());
