// Loaded with --import into every process that the commands start. When the parent is gone, even by
// kill -9, its end of the channel closes. This process then ends as if it had been asked to.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
