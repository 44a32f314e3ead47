import type { Socket } from 'node:net';

/** Node runs timers before it reads: after the process stood still, what came meanwhile is read first. */
export function afterInput(run: () => void): void {
  setImmediate(run);
}

/**
 * Calls `run` once the first bytes of a connection can be read, and `late` if none comes for so many
 * milliseconds. Until then it has no parser, which would be most of what a silent connection costs in memory.
 */
export function onFirstBytes(
  socket: Socket,
  { milliseconds, run, late }: { milliseconds: number; run(): void; late(): void },
): void {
  let came = false;
  const expire = () =>
    afterInput(() => {
      if (!came) late();
    });
  socket.setTimeout(milliseconds, expire);
  socket.once('readable', () => {
    came = true;
    socket.off('timeout', expire);
    if (socket.readableLength > 0) run();
    // The client has closed its side.
    else socket.destroy();
  });
}
