import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** @throws Error with one line if something else has the port. */
export async function checkPort(port: number): Promise<void> {
  const server = createServer();
  try {
    await listen(server, port);
  } catch {
    throw new Error(`Port ${port} is taken: end what uses it, or take another, --port ${port + 1}`);
  }
  await server[Symbol.asyncDispose]();
}

/** A port of this machine that nothing has. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server, 0);
  const address = server.address();
  await server[Symbol.asyncDispose]();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, 'localhost');
  await once(server, 'listening');
}
