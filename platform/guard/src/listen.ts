import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import type { ListenAt } from '@tallystick/settings/listen-at';
import { codeOf } from '@tallystick/store/error-code';
import type { FastifyInstance } from 'fastify';

/** With Node's default of 511 the system drops new connections in a flood. Clients retry after a second or more. */
const backlog = 4_096;

/**
 * Listens where the settings say, once the server is ready.
 *
 * @throws Error with a `code` if the port or socket cannot be had
 */
export async function listen(server: FastifyInstance, at: ListenAt): Promise<void> {
  if ('path' in at) await listenAtSocket(server, at.path);
  else await server.listen({ ...at, backlog });
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
