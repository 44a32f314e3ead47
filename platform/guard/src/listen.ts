import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type ListenOptions } from 'node:net';
import type { ListenAt } from '@tallystick/settings/listen-at';
import { codeOf } from '@tallystick/store/error-code';
import type { FastifyInstance } from 'fastify';
import { connectionCapacity } from './descriptors.ts';
import { GracefulServer } from './graceful-server.ts';

/**
 * A listener accepts one connection in each turn of the event loop. When thousands come at once and turns are
 * slow, new clients wait long. With several listeners at the same port a turn accepts as many. Each takes a
 * descriptor, so there is one for every `connectionsOfListener` connections.
 */
const maxListeners = 32;
const connectionsOfListener = 64;
/** With Node's default of 511 the system drops new connections in a flood. Clients retry after a second or more. */
const backlog = 4_096;

/**
 * Listens where the settings say, once the server is ready. On Linux the port can be shared: two processes that take
 * it at the same moment may both get it.
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
  // Before the check of the port: to get ready may take seconds, in which another process could take it.
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

/** Fails if the port is taken: two processes of one user could share it, and each would get a part of the requests. */
async function requireFree(options: ListenOptions): Promise<void> {
  const probe = createServer().listen(options);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/** For a proxy of the same group. Who else can reach the socket depends on its folder. */
const ownerAndGroup = 0o660;

async function listenAtSocket(server: FastifyInstance, path: string): Promise<void> {
  // A process that was killed leaves its socket behind.
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
