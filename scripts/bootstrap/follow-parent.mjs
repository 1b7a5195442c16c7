// Preloaded into programs that `npm start` and `npm run …` hand over to: when the process that started them is gone
// without a word (killed, terminal closed), they are asked to stop as with Ctrl-C, so that nothing is left behind.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
