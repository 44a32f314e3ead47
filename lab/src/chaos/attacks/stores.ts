import { createHash, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fixtureLedger } from '@tallystick/e2e/src/house/fixture-ledger.ts';
import { runLedger, runRelease } from '@tallystick/e2e/src/house/house.ts';
import { recordLines } from '@tallystick/e2e/src/house/record-lines.ts';
import { bearer, call } from '../../http/call.ts';
import { until } from '../watch/until.ts';
import type { Attack } from './attack.ts';
import { endAndFind, killAndQuery } from './target/query-store.ts';

/** What somebody does who writes to a store beside its server, and what happens to its files. */
export const storeAttacks: readonly Attack[] = [
  {
    name: 'attack-token-row',
    what: 'A row is written into the table of tokens',
    async attack(target) {
      const { servers } = target;
      const id = randomBytes(8).toString('hex');
      const secret = `tsr_${id}_${randomBytes(32).toString('base64url')}`;
      const hash = createHash('sha256').update(secret).digest('hex');
      // A copy of a manager's, with whatever else stands in it.
      await killAndQuery(target, 'releases', [
        `insert into token select (jsonb_populate_record(null::token, to_jsonb(token) ||
          '{"id": "${id}", "name": "forged", "hash": "\\\\x${hash}"}')).*
         from token where scope ->> 'kind' = 'manager' limit 1`,
      ]);
      await servers.site.start();
      const { status } = await call(`${servers.adminUrl}/v1/tokens`, { headers: bearer(secret) });
      return {
        blocked: status === 401,
        summary: status === 200 ? 'who wrote it is a manager' : `it is refused (${status})`,
      };
    },
  },
  {
    name: 'attack-audit-row',
    what: 'The newest entry of the audit log is removed',
    async attack(target) {
      await killAndQuery(target, 'releases', [
        'alter table revision drop constraint revision_sequence_fkey',
        'alter table audit disable trigger user',
        'delete from audit where sequence = (select max(sequence) from audit)',
        'alter table audit enable trigger user',
        'delete from log_entry where number = (select max(number) from log_entry)',
      ]);
      const log = await target.siteLog();
      await target.servers.site.start();
      const look = async () =>
        (await log()).split('\n').find((line) => /audit|history/i.test(line)) ?? null;
      const said = await until(20_000, look, 1_000);
      return {
        blocked: said !== null,
        summary: said === null ? 'nobody is told' : `the log says: ${said.slice(0, 200)}`,
      };
    },
  },
  {
    name: 'attack-damaged-table',
    what: 'A page of the audit table is overwritten; somebody asks `verify`',
    async attack(target) {
      const { servers } = target;
      const path = await endAndFind(target, 'releases', 'audit');
      await overwrite(path, 24, Buffer.alloc(4_000, 0x5a));
      const log = await target.siteLog();
      const said = await servers.site.start().then(
        () => runRelease(servers.environment, 'verify').catch(String),
        // It does not start on a table that it cannot read, and says so.
        log,
      );
      const lines = said.trim().split('\n');
      return {
        blocked: /audit/i.test(said) && !/try again/i.test(said),
        summary: `it says: ${(lines.find((line) => /audit/i.test(line)) ?? lines.at(-1))?.slice(0, 200)}`,
      };
    },
  },
  {
    name: 'attack-flipped-bit',
    what: 'A bit of a kept transfer is flipped; somebody asks `doctor`',
    async attack(target) {
      const { servers } = target;
      await recordLines(servers, fixtureLedger);
      const path = await endAndFind(target, 'ledger', 'transfer');
      const offset = (await readFile(path)).indexOf('tally-asset-7');
      // `t` and `u` differ by one bit.
      await overwrite(path, offset, Buffer.from('u'));
      await servers.ledger.start();
      const { exitCode, output } = await runLedger(servers, 'doctor');
      // The page's own checksum finds it before the row's does, where the store has those of pages.
      const found = output.split('\n').find((line) => /asset-7|the table transfer\b/.test(line));
      return {
        blocked: exitCode !== 0 && found !== undefined,
        summary: `it says: ${(found ?? output.trim()).slice(0, 200)}`,
      };
    },
  },
  {
    name: 'attack-older-version',
    what: 'Servers of this version start on tables of a later one',
    async attack(target) {
      const { servers, dataDir, logDir } = target;
      const said: string[] = [];
      for (const [name, server, log] of [
        ['ledger', servers.ledger, 'side-ledger.log'],
        ['releases', servers.site, 'side-site.log'],
      ] as const) {
        await killAndQuery(target, name, [
          `insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')`,
        ]);
        const started = await server.start().then(
          () => true,
          () => false,
        );
        if (started) continue;
        const lines = (await readFile(join(logDir, log), 'utf8')).trim().split('\n');
        said.push(lines.at(-1)?.replace(dataDir, '…').slice(0, 200) ?? '');
      }
      return {
        // Who has started has said nothing.
        blocked:
          said.length === 2 &&
          said.every((line) => /newer|later/i.test(line) && !/corrupted/i.test(line)),
        summary: said.length === 0 ? 'both start' : `they say: ${said.join('; ')}`,
      };
    },
  },
];

async function overwrite(path: string, offset: number, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(bytes, 0, bytes.length, offset);
  await file.close();
}
