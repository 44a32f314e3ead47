import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openToOthers } from '@tallystick/shared/testing/open-to-others';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Notes, notes } from '../notes.testing.ts';
import { inPidNamespace } from '../pid-namespace.testing.ts';
import { openStore, type Store } from '../store.ts';
import { serverFolder } from './server-folder.ts';

let above = '';
let folder = '';
beforeAll(() => {
  above = mkdtempSync(join(tmpdir(), 'tallystick-local-'));
  // A path with blanks, and longer than that of a socket may be.
  folder = join(above, `a data folder ${'x'.repeat(150)}`);
});
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await untilEnded();
  rmSync(above, { recursive: true });
});

async function open(dataFolder = folder): Promise<Store<Notes>> {
  const opened = await openStore<Notes>(notes, { DATA_DIR: dataFolder, DATABASE_URL: undefined });
  if (!opened.ok) throw new Error(opened.problem);
  return opened.value;
}

const write = (store: Store<Notes>, text: string) =>
  store.db.insertInto('note').values({ text }).execute();
const textsOf = async (store: Store<Notes>) =>
  (await store.db.selectFrom('note').select('text').orderBy('id').execute()).map(
    ({ text }) => text,
  );

/** The server's main process while it runs. */
function serverProcess(dataFolder = folder): number | undefined {
  const file = join(serverFolder(dataFolder), 'data', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}
const untilEnded = () =>
  vi.waitFor(() => expect(serverProcess()).toBeUndefined(), { timeout: 60_000 });
const parentOf = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Whether the server is a process that can be seen from here, and none of a container. */
function runsHere(): boolean {
  const pid = serverProcess();
  const found = pid && spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return found ? found.stdout.trim() === 'postgres' : false;
}

/** Another process that uses the store until its input ends; `said` is its first line. */
async function useElsewhere(before: readonly string[] = []) {
  const script = `
    const { openStore } = await import(${JSON.stringify(new URL('../store.ts', import.meta.url))});
    const { notes } = await import(${JSON.stringify(new URL('../notes.testing.ts', import.meta.url))});
    const opened = await openStore(notes, { DATA_DIR: ${JSON.stringify(folder)} });
    if (!opened.ok) console.log(opened.problem);
    else {
      const { rows } = await opened.value.db.insertInto('note').values({ text: 'elsewhere' }).execute();
      console.log('open');
    }
    process.stdin.resume();`;
  const [command = process.execPath, ...words] = [...before, process.execPath];
  const child = spawn(command, [...words, '--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, said };
}

describe('the server of a data folder', () => {
  it('keeps what was written, is for its user alone, and ends after its last user', async () => {
    const [first, second] = await Promise.all([open(), open()]);
    await write(first, 'one');
    const { rows } = await sql<Record<string, string>>`
      select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        current_setting('synchronous_commit') as commits, current_setting('data_checksums') as checksums,
        current_setting('listen_addresses') as addresses, current_setting('is_superuser') as all`.execute(
      first.db,
    );
    expect(rows).toEqual([
      { fsync: 'on', pages: 'on', commits: 'on', checksums: 'on', addresses: '', all: 'off' },
    ]);
    expect(openToOthers(join(serverFolder(folder), 'data'))).toEqual([]);
    expect(openToOthers(join(serverFolder(folder), 'socket'))).toEqual([]);
    await first.close();
    expect(await textsOf(second)).toEqual(['one']);
    await second.close();
    await untilEnded();
    const again = await open();
    expect(await textsOf(again)).toEqual(['one']);
    await again.close();
  });

  it('comes back when its main process is killed, and when that which keeps it is', async () => {
    const store = await open();
    for (const [n, victim] of [
      [1, (pid: number) => pid],
      [2, parentOf],
    ] as const) {
      await write(store, `before ${n}`);
      const pid = serverProcess();
      if (pid === undefined) throw new Error('There is no server.');
      process.kill(victim(pid), 'SIGKILL');
      // Until its processes have seen that it is gone, they go on answering.
      await expect.poll(() => [undefined, pid].includes(serverProcess())).toBe(false);
      await expect.poll(() => textsOf(store).catch(() => [])).toContain(`before ${n}`);
      await write(store, `after ${n}`);
    }
    expect((await textsOf(store)).filter((text) => /after/.test(text))).toHaveLength(2);
    await store.close();
    await untilEnded();
  });

  it('ends after a user that is killed, and goes on for others', async () => {
    const store = await open();
    const { child, said } = await useElsewhere();
    expect(said).toBe('open');
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
    expect(await textsOf(store)).toContain('elsewhere');
    await store.close();
    const last = await useElsewhere();
    expect(last.said).toBe('open');
    last.child.kill('SIGKILL');
    await untilEnded();
  });

  it('ends also where its folder was removed before its last user has gone', async () => {
    const removed = join(above, 'removed');
    const store = await open(removed);
    const server = serverProcess(removed);
    if (server === undefined) throw new Error('There is no server.');
    const processes = [server, parentOf(server)];
    rmSync(removed, { recursive: true, maxRetries: 10 });
    await store.close();
    await expect.poll(() => processes.filter(runs)).toEqual([]);
  });

  it('starts where the number of a server that was killed in a container is that of another process', async () => {
    await untilEnded();
    const data = join(serverFolder(folder), 'data');
    const other = spawn('sleep', ['600'], { uid: statSync(data).uid });
    children.push(other);
    await once(other, 'spawn');
    writeFileSync(join(data, 'postmaster.pid'), `${other.pid}\n${data}\n`);
    const store = await open();
    await write(store, 'started');
    await store.close();
    await untilEnded();
  });

  // Four starts of a server, each within a program that starts for it.
  const longest = { timeout: 240_000 };
  it.runIf(inPidNamespace)('is shared by containers, and never runs twice', longest, async () => {
    const first = await useElsewhere(inPidNamespace);
    const second = await useElsewhere(inPidNamespace);
    expect([first.said, second.said]).toEqual(['open', 'open']);
    const store = await open();
    // With its container its server ends; whoever is left starts it again, at last this one.
    const said = () =>
      write(store, 'still there').then(
        () => 'written',
        () => '',
      );
    for (const { child } of [first, second]) {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
      await expect.poll(said).toBe('written');
    }
    // A container's server may still answer after its container was killed. One that dies after this store was closed
    // leaves its file behind.
    await expect.poll(async () => [await said(), runsHere()]).toEqual(['written', true]);
    await store.close();
    await untilEnded();
  });
});
