import { once } from 'node:events';
import { createServer } from 'node:net';

/** @throws Error with one line if something else has the port. */
export async function checkPort(port: number): Promise<void> {
  const server = createServer().listen(port, 'localhost');
  try {
    await once(server, 'listening');
  } catch {
    throw new Error(`Port ${port} is taken: end what uses it, or take another, --port ${port + 1}`);
  }
  await server[Symbol.asyncDispose]();
}
