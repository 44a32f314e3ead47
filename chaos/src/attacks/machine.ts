import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { inPidNamespace } from '@tallystick/store/pid-namespace.testing';
import { root } from '@tallystick/tools/src/project.ts';
import type { Attack } from './attack.ts';
import { call } from './call.ts';
import { cutRequests } from './load/cut-requests.ts';
import { rawCall, rawRequest } from './requests.ts';
import type { Target } from './target/target.ts';
import { serversOf } from './target/usage.ts';

const run = promisify(execFile);
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
        const { stdout } = await run('find', [dataDir, '-type', 'f', may], user).catch(told);
        return stdout.split('\n').length - 1;
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
    async attack({ servers }) {
      const served: string[] = [];
      for (const script of ['backend/src/main.ts', 'releases/site/src/main.ts']) {
        if (await startsBeside(servers.environment, script)) served.push(script);
      }
      return {
        blocked: served.length === 0,
        summary: served.length === 0 ? 'neither starts' : `served as well: ${served.join(' and ')}`,
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
      for (const { name, pid } of await serversOf(target)) {
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

/** What `find` tells though a folder is closed to it: it ends with 1 then. Any other error is one. */
function told(error: unknown): { stdout: string } {
  if (error instanceof Error && 'code' in error && error.code === 1 && 'stdout' in error) {
    return { stdout: String(error.stdout) };
  }
  throw error;
}

/** Whether a server of a target starts once more, with process ids of its own, as in a container. */
async function startsBeside(environment: Target['servers']['environment'], script: string) {
  const [site = 0, ledger = 0, admin = 0] = await freePorts(3);
  const ports = { SITE_PORT: site, BACKEND_PORT: ledger, ADMIN_PORT: admin };
  if (inPidNamespace === undefined) throw new Error('No PID namespace may be made here.');
  const [command = '', ...words] = inPidNamespace;
  const child = spawn(command, [...words, process.execPath, script], {
    cwd: root,
    env: { ...process.env, ...environment, ...mapValues(ports) },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const port = script.startsWith('backend') ? ledger : site;
  let serves = false;
  const limit = Date.now() + 120_000;
  while (child.exitCode === null && !serves && Date.now() < limit) {
    await wait(200);
    serves = await call(`http://127.0.0.1:${port}/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
  }
  const undecided = child.exitCode === null && !serves;
  child.kill('SIGKILL');
  await ended;
  if (undecided) throw new Error(`${script} neither serves nor ends.`);
  return serves;
}

const mapValues = (ports: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
