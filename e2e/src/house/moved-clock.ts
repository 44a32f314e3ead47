// Loaded with --import into a service under test: its clock is moved by as many milliseconds as the
// parent says. Nothing in production can do that.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  const now = Date.now;
  let moved = 0;
  Date.now = () => now() + moved;
  process.on('message', (milliseconds) => {
    moved += Number(milliseconds);
  });
  process.channel.unref();
}
