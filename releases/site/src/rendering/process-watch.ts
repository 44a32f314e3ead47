/**
 * Ends a process that renders once it has too much memory or its site server is gone, in a thread: the code of a build may
 * keep the process's own one from ever looking.
 */
import { workerData } from 'node:worker_threads';

const maxBytes = 300 * 2 ** 20;
const checkMs = 250;
/** The process id of the site server; it may be gone before this thread begins. */
const siteServer: unknown = workerData;

setInterval(() => {
  // Typed arrays are beside the heap, which has a limit of its own.
  if (process.memoryUsage.rss() < maxBytes && process.ppid === siteServer) return;
  process.kill(process.pid, 'SIGKILL');
}, checkMs);
