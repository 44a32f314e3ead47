import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openServer, spawnScript } from '@tallystick/e2e/src/house/server.ts';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { inPidNamespace } from '@tallystick/store/pid-namespace.testing';
import { serverFolder } from '@tallystick/store/server-folder';
import { within } from '@tallystick/timing/within';
import { rawCall, rawRequest } from '../../http/raw-requests.ts';
import { serversOf } from '../../processes/servers-of.ts';
import type { Attack } from './attack.ts';
import { cutRequests } from './load/cut-requests.ts';
import type { Target } from './target/target.ts';
import { toldBy } from './target/usage.ts';

/** The user that owns nothing. */
const nobody = 65_534;

/** What somebody does who is on the machine. */
export const machineAttacks: readonly Attack[] = [
  {
    name: 'attack-other-user',
    what: 'Another user of the machine looks through `DATA_DIR`',
    async attack({ dataDir }) {
      const count = async (may: string) => {
        const user = { uid: nobody, gid: nobody, maxBuffer: 2 ** 26 };
        return (await toldBy('find', [dataDir, '-type', 'f', may], user)).split('\n').length - 1;
      };
      const [reads, writes] = [await count('-readable'), await count('-writable')];
      return {
        blocked: reads + writes === 0,
        summary: `reads ${reads} files, may write ${writes}`,
      };
    },
  },
  {
    name: 'attack-second-process',
    what: 'A second ledger service and site server on the same `DATA_DIR`, with process ids of their own',
    async attack({ servers, dataDir }) {
      const note = join(serverFolder(dataDir), 'data', 'postmaster.pid');
      const before = readFileSync(note, 'utf8');
      const served: string[] = [];
      for (const script of ['backend/src/main.ts', 'platform/site/src/main.ts']) {
        if (await startsBeside(servers.environment, script)) served.push(script);
      }
      // Two database servers on the same files would ruin them.
      const isOne = readFileSync(note, 'utf8') === before;
      return {
        blocked: isOne,
        summary: `${isOne ? 'one database server' : 'another database server'} for all; served: ${served.join(' and ')}`,
      };
    },
  },
  {
    name: 'attack-stop',
    what: 'SIGTERM while 16 connections ask',
    async attack(target) {
      const list = rawCall('/transfers/list/latest', { index: 1, items: 10 });
      const page = rawRequest('GET', '/', { headers: { accept: 'text/html' } });
      const said: string[] = [];
      let cut = 0;
      for (const { name, pid } of await serversOf(target.servers)) {
        const [port, send] =
          name === 'site' ? [target.ports.site, page] : [target.ports.ledger, list];
        const lost = await cutRequests(port, send, () => process.kill(pid, 'SIGTERM'));
        said.push(`${lost} of the ${name}`);
        cut += lost;
      }
      return { blocked: cut === 0, summary: `requests cut: ${said.join(', ')}` };
    },
  },
];

/** Whether a server of a target starts once more, with process ids of its own, as in a container. */
async function startsBeside(environment: Target['servers']['environment'], script: string) {
  const [site = 0, ledger = 0, admin = 0] = await freePorts(3);
  const ports = { SITE_PORT: `${site}`, BACKEND_PORT: `${ledger}`, ADMIN_PORT: `${admin}` };
  if (inPidNamespace === undefined) throw new Error('No PID namespace may be made here.');
  const before = inPidNamespace;
  const server = openServer(
    () => spawnScript([script], { ...environment, ...ports }, { before }),
    `http://127.0.0.1:${script.startsWith('backend') ? ledger : site}/health`,
  );
  await using ended = new AsyncDisposableStack();
  ended.defer(server.kill);
  const served = server.start().then(
    () => true,
    () => false,
  );
  return await within(120_000, served);
}
