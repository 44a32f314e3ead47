import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { connectionCapacity } from './descriptors.ts';
import { GracefulServer } from './graceful-server.ts';

/**
 * A listener accepts one connection in each turn of the event loop. When thousands come at once and
 * each turn takes long, new clients wait long; with several listeners at the same port a turn accepts
 * as many. Each takes a descriptor, so there is one for every `connectionsOfListener`.
 */
const maxListeners = 32;
const connectionsOfListener = 64;

/**
 * Listens at a port of this machine alone. With Node's default backlog of 511 the system drops new
 * connections in a flood, and clients retry them only after a second or more.
 *
 * @throws Error with a `code` if the port cannot be had
 */
export async function listen(server: FastifyInstance, port: number): Promise<void> {
  const options = { host: '127.0.0.1', port, backlog: 4_096 };
  if (process.platform !== 'linux') {
    await server.listen(options);
    return;
  }
  await requireFree(options);
  const shared = { ...options, reusePort: true };
  await server.listen(shared);
  const share = Math.floor(connectionCapacity() / connectionsOfListener);
  const listeners = Math.min(maxListeners, Math.max(1, share));
  if (server.server instanceof GracefulServer) {
    await server.server.listenMore(listeners - 1, shared);
  }
}

/** Two processes of one user can listen at a shared port, and each would get a part of the requests. */
async function requireFree(options: ListenOptions): Promise<void> {
  const probe = createServer().listen(options);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
