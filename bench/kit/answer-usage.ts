// Loaded before the script of a measured process: tells how much CPU and memory the process uses, so that the script itself stays as it is.

process.on('message', ({ usage }: { usage?: 'cpu' | 'rss' }) => {
  if (!usage) return;
  const { user, system } = process.cpuUsage();
  process.send?.({ answer: usage === 'cpu' ? user + system : process.memoryUsage.rss() });
});
process.channel?.unref();
process.on('disconnect', () => process.exit());
