import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from '@tallystick/e2e/src/house/free-ports.ts';
import { runLedger, runRelease } from '@tallystick/e2e/src/house/house.ts';
import type { Arena } from './arena/arena.ts';
import { queryStore } from './arena/query-store.ts';
import { serversOf } from './arena/usage.ts';
import type { Attack } from './attack.ts';
import { bearer, call } from './call.ts';
import { cutRequests } from './load/cut-requests.ts';
import { rawCall, rawRequest } from './requests.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
/** The user that owns nothing. */
const nobody = 65_534;

/** What somebody does who is on the machine, or in its database, or what happens to it. */
export const machineAttacks: readonly Attack[] = [
  {
    name: 'attack-other-user',
    what: 'Another user of the machine looks through `DATA_DIR`',
    alone: true,
    async attack({ dataDir }) {
      const count = async (may: string) => {
        const asked = run('find', [dataDir, '-type', 'f', may], {
          uid: nobody,
          gid: nobody,
          maxBuffer: 2 ** 26,
        });
        const { stdout } = await asked.catch(() => ({ stdout: '' }));
        return stdout.split('\n').length - 1;
      };
      const [reads, writes] = [await count('-readable'), await count('-writable')];
      return { held: reads + writes === 0, said: `reads ${reads} files, may write ${writes}` };
    },
  },
  {
    name: 'attack-second-process',
    what: 'A second ledger service and site server on the same `DATA_DIR`, with process ids of their own',
    alone: true,
    async attack({ house }) {
      const served: string[] = [];
      for (const script of ['backend/src/main.ts', 'releases/site/src/main.ts']) {
        if (await startsBeside(house.environment, script)) served.push(script);
      }
      return {
        held: served.length === 0,
        said: served.length === 0 ? 'neither starts' : `served as well: ${served.join(' and ')}`,
      };
    },
  },
  {
    name: 'attack-token-row',
    what: 'A row is written into the table of tokens',
    alone: true,
    async attack({ house, dataDir }) {
      const id = randomBytes(8).toString('hex');
      const secret = `tsr_${id}_${randomBytes(32).toString('base64url')}`;
      const hash = createHash('sha256').update(secret).digest('hex');
      await house.site.kill();
      // A copy of a manager's, with whatever else stands in it.
      await queryStore(dataDir, 'releases', [
        `insert into token select (jsonb_populate_record(null::token, to_jsonb(token) ||
          '{"id": "${id}", "name": "forged", "hash": "\\\\x${hash}"}')).*
         from token where scope ->> 'kind' = 'manager' limit 1`,
      ]);
      await house.site.start();
      const { status } = await call(`${house.adminUrl}/v1/tokens`, { headers: bearer(secret) });
      return {
        held: status === 401,
        said: status === 200 ? 'who wrote it is a manager' : `it is refused (${status})`,
      };
    },
  },
  {
    name: 'attack-audit-row',
    what: 'The newest entry of the audit chain is removed',
    alone: true,
    async attack({ house, dataDir, logDir }) {
      const log = () => readFile(join(logDir, 'side-site.log'), 'utf8');
      await house.site.kill();
      await queryStore(dataDir, 'releases', [
        'set session_replication_role = replica',
        'delete from audit where sequence = (select max(sequence) from audit)',
      ]);
      const before = (await log()).length;
      await house.site.start();
      let said = '';
      for (let n = 0; n < 20 && said === ''; n += 1) {
        await wait(1_000);
        said =
          (await log())
            .slice(before)
            .split('\n')
            .find((line) => /audit|chain/i.test(line)) ?? '';
      }
      return {
        held: said !== '',
        said: said === '' ? 'nobody is told' : `the log says: ${said.slice(0, 200)}`,
      };
    },
  },
  {
    name: 'attack-stop',
    what: 'SIGTERM while 16 connections ask',
    alone: true,
    async attack(arena) {
      const list = rawCall('/transfers/list/latest', { index: 1, items: 10 });
      const page = rawRequest('GET', '/', { headers: { accept: 'text/html' } });
      const said: string[] = [];
      let cut = 0;
      for (const { name, pid } of await serversOf(arena)) {
        const [port, send] =
          name === 'site' ? [arena.ports.site, page] : [arena.ports.ledger, list];
        const lost = await cutRequests(port, send, () => process.kill(pid, 'SIGTERM'));
        said.push(`${lost} of the ${name}`);
        cut += lost;
      }
      return { held: cut === 0, said: `requests cut: ${said.join(', ')}` };
    },
  },
  {
    name: 'attack-damaged-table',
    what: 'A page of the audit table is overwritten; somebody asks `verify`',
    alone: true,
    async attack({ house, dataDir }) {
      await house.site.kill();
      const [[row] = []] = await queryStore(dataDir, 'releases', [
        `select pg_relation_filepath('audit') as path`,
      ]);
      await overwrite(join(dataDir, 'releases', String(row?.path)), 24, Buffer.alloc(4_000, 0x5a));
      await house.site.start();
      const said = await runRelease(house.environment, 'verify').catch(String);
      const line = said.trim().split('\n').at(-1) ?? '';
      return {
        held: /audit/i.test(said) && !/try again/i.test(said),
        said: `it says: ${line.slice(0, 200)}`,
      };
    },
  },
  {
    name: 'attack-flipped-bit',
    what: 'A bit of a kept transfer is flipped; somebody asks `doctor`',
    alone: true,
    async attack({ house, dataDir }) {
      await house.ledger.kill();
      const [[row] = []] = await queryStore(dataDir, 'ledger', [
        `select pg_relation_filepath('transfer') as path, trxn from transfer where item = 't-010000'`,
      ]);
      const path = join(dataDir, 'ledger', String(row?.path));
      const place = (await readFile(path)).indexOf(String(row?.trxn));
      // Another hexadecimal digit, which reads as well.
      await overwrite(path, place, Buffer.from(String(row?.trxn).startsWith('1') ? '3' : '1'));
      await house.ledger.start();
      const { exitCode, output } = await runLedger(house, 'doctor');
      return {
        held: exitCode !== 0 && output.includes('t-010000'),
        said: `it says: ${output.trim().split('\n').at(-1)?.slice(0, 200)}`,
      };
    },
  },
];

/** Whether a server of an arena starts once more, with process ids of its own, as in a container. */
async function startsBeside(environment: Arena['house']['environment'], script: string) {
  const [site = 0, ledger = 0, admin = 0] = await freePorts(3);
  const ports = { SITE_PORT: site, BACKEND_PORT: ledger, ADMIN_PORT: admin };
  const child = spawn(
    'unshare',
    ['--pid', '--fork', '--kill-child', '--mount-proc', process.execPath, script],
    {
      cwd: root,
      env: { ...process.env, ...environment, ...mapValues(ports) },
      stdio: 'ignore',
    },
  );
  const ended = once(child, 'exit');
  const port = script.startsWith('backend') ? ledger : site;
  let serves = false;
  for (let n = 0; n < 100 && child.exitCode === null && !serves; n += 1) {
    await wait(200);
    serves = await call(`http://127.0.0.1:${port}/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
  }
  child.kill('SIGKILL');
  await ended;
  return serves;
}

const mapValues = (ports: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));

async function overwrite(path: string, place: number, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(bytes, 0, bytes.length, place);
  await file.close();
}
