import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import type { House } from './house.ts';

/** Every process that has the house's data folder in its environment; Linux only. */
export async function processesOf(house: Pick<House, 'dataDir'>) {
  const found = await Promise.all((await readdir('/proc')).map((pid) => lookAt(pid, house)));
  return found.filter((process) => process !== null);
}

async function lookAt(pid: string, house: Pick<House, 'dataDir'>) {
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    if (!environment.split('\0').includes(`DATA_DIR=${house.dataDir}`)) return null;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    return command === '' ? null : { pid: Number(pid), command: command.replaceAll('\0', ' ') };
  } catch {
    // Not a process, not ours to read, or gone.
    return null;
  }
}

/** The house's ports that something still listens on. */
export async function openPorts(house: House): Promise<string[]> {
  const { SITE_PORT, BACKEND_PORT, IDENTITY_PORT, ADMIN_PORT } = house.environment;
  const ports = [SITE_PORT, BACKEND_PORT, IDENTITY_PORT, ADMIN_PORT].filter(
    (port) => port !== undefined,
  );
  const open = await Promise.all(ports.map(isOpen));
  return ports.filter((_, place) => open[place]);
}

async function isOpen(port: string): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port: Number(port) });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
