import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { connectionCapacity } from './descriptors.ts';
import { GracefulServer } from './graceful-server.ts';

/**
 * A listener takes one connection in each turn of the event loop. When thousands come at once, and each
 * turn has much to do, everybody waits for all who came before; with so many listeners at the
 * same port a turn takes as many. Each has a descriptor: one for so many connections.
 */
const mostListeners = 32;
const connectionsOfListener = 64;

/**
 * Listens at a port of this machine alone. With Node's own backlog of 511 a flood of new connections
 * makes the system drop those of others, which then wait a second or more to be tried again.
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
  const listeners = Math.min(mostListeners, Math.max(1, share));
  if (server.server instanceof GracefulServer) {
    await server.server.listenMore(listeners - 1, shared);
  }
}

/** A shared port can be taken by two processes of one user, each of which gets a part of what comes. */
async function requireFree(options: ListenOptions): Promise<void> {
  const probe = createServer().listen(options);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
