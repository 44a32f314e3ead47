import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type ListenOptions } from 'node:net';
import type { ListenAt } from '@tallystick/settings/listen-at';
import { codeOf } from '@tallystick/store/error-code';
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
/** With Node's default of 511 the system drops new connections in a flood, and clients retry them only after a second or more. */
const backlog = 4_096;

/**
 * Listens where the settings say, once the server is ready. Of two processes that take the same port in the very
 * same moment both may get it on Linux, where it can be shared.
 *
 * @throws Error with a `code` if the port or socket cannot be had
 */
export async function listen(server: FastifyInstance, at: ListenAt): Promise<void> {
  if ('path' in at) return await listenAtSocket(server, at.path);
  const options = { ...at, backlog };
  if (process.platform !== 'linux') {
    await server.listen(options);
    return;
  }
  // Before the look at the port: what a server does to get ready may take seconds, and another could take the port.
  await server.ready();
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

/** Who else may connect, the socket's folder decides: a proxy is of its group. */
const ownerAndGroup = 0o660;

async function listenAtSocket(server: FastifyInstance, path: string): Promise<void> {
  // What a process has left that was killed.
  if (await isAbandoned(path)) rmSync(path);
  await server.listen({ path, backlog });
  chmodSync(path, ownerAndGroup);
}

/** Whether there is a socket that no process listens at. */
async function isAbandoned(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return codeOf(error) === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
