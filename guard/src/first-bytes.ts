import type { Socket } from 'node:net';

/**
 * Calls `run` once the first bytes of a connection can be read, and `late` if none comes for so many
 * milliseconds. Until then it has no parser, which would be most of what a silent connection costs in memory.
 */
export function onFirstBytes(
  socket: Socket,
  { milliseconds, run, late }: { milliseconds: number; run(): void; late(): void },
): void {
  socket.setTimeout(milliseconds, late);
  socket.once('readable', () => {
    socket.off('timeout', late);
    if (socket.readableLength > 0) run();
    // The client has closed its side.
    else socket.destroy();
  });
}
