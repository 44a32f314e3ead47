/**
 * Ends a process that renders once it has too much memory or its site server is gone, in a thread: the code of a build may
 * keep the process's own one from ever looking.
 */
const maxBytes = 400 * 2 ** 20;
const checkMs = 250;
const siteServer = process.ppid;

setInterval(() => {
  // Typed arrays are beside the heap, which has a limit of its own.
  if (process.memoryUsage.rss() < maxBytes && process.ppid === siteServer) return;
  process.kill(process.pid, 'SIGKILL');
}, checkMs);
