import type { Socket } from 'node:net';

/** Larger than most requests; holds some seventy of the shortest. */
const pieceBytes = 2_048;

/**
 * Hands what a connection reads to its parser in pieces, and nothing more once it is closed. Node reads 64 KB at
 * once, which can hold hundreds of requests. It parses all of them, even if the first ones have closed the
 * connection. While the connection is paused, the rest waits.
 */
export function readInPieces(socket: Socket): void {
  const parsers = socket.listeners('data');
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length && !socket.destroyed; at += pieceBytes) {
      if (socket.isPaused()) {
        socket.unshift(chunk.subarray(at));
        return;
      }
      const piece = chunk.subarray(at, at + pieceBytes);
      for (const parse of parsers) parse.call(socket, piece);
    }
  });
}
