import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections, and to servers that ask for any port. So no connection
 * can take a port between the check that it is free and its use.
 */
const lowest = 20_000;
const highest = 32_000;

/**
 * Ports of 127.0.0.1 that nothing listens on. No two callers get the same, in other processes either: each
 * process holds the UDP port of the same number until it ends.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if ((await claim(port)) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Listens on a port of 127.0.0.1 that the system chooses; which one. */
export async function listenAnywhere(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  return opens(socket, () => socket.bind({ port, address: '127.0.0.1', exclusive: true }));
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await opens(server, () => server.listen(port, '127.0.0.1'));
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
}

async function opens(endpoint: NodeJS.EventEmitter, open: () => void): Promise<boolean> {
  const listening = once(endpoint, 'listening').then(
    () => true,
    () => false,
  );
  open();
  return listening;
}
