import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Verification } from '../contract/history.ts';
import { openRegistry } from '../open.ts';
import { buildOf, done, manager, publish } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { damageTable, inStore } from '../store/damage.testing.ts';

describe('a registry that is damaged', () => {
  let folder: string;
  let whole: Verification;
  const open = () => openRegistry({ DATA_DIR: folder, DATABASE_URL: undefined });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-examine-'));
    whole = await inRegistry(async (registry) => {
      await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
      await publish(registry, 'mfe-a', buildOf(1), { files: { 'more.js': 'more()' } });
      const builds = { shell: buildOf(1), 'mfe-a': buildOf(1) };
      const why = { kind: 'promote', builds, reason: 'the beginning' } as const;
      done(await registry.channel('production').change(manager, 0, why));
      return registry.audit.verify();
    });
  });
  afterAll(() => rm(folder, { recursive: true, maxRetries: 3 }));

  async function inRegistry<T>(act: (registry: Registry) => Promise<T>): Promise<T> {
    const opened = await open();
    if (!opened.ok) throw new Error(opened.problem);
    try {
      return await act(opened.value);
    } finally {
      await opened.value.close();
    }
  }
  const verified = () => inRegistry((registry) => registry.audit.verify());

  // One after the other: each leaves more damage behind.
  it('says what is not whole and what to do', async () => {
    expect(whole).toMatchObject({ ok: true, entries: 3, revisions: 1, problems: [], advice: [] });

    const files = join(folder, 'artifacts', 'mfe-a', buildOf(1));
    await rm(join(files, 'more.js'));
    const entry = join(files, 'entry.js');
    await writeFile(entry, `${await readFile(entry, 'utf8')} `);
    const withoutFiles = await verified();
    expect(withoutFiles).toMatchObject({ ok: false, entries: 3, head: whole.head });
    expect(withoutFiles.problems.sort()).toEqual([
      `mfe-a@${buildOf(1)}: its file entry.js is not what was published`,
      `mfe-a@${buildOf(1)}: its file more.js is missing`,
    ]);
    expect(withoutFiles.advice).toEqual([expect.stringContaining('Publish those builds again')]);

    await inStore(folder, ({ db }) => sql`delete from build where app = 'mfe-a'`.execute(db));
    const withoutRow = await verified();
    expect(withoutRow.problems).toEqual([`mfe-a@${buildOf(1)} was published and is missing`]);
    expect(withoutRow.advice).toEqual([expect.stringContaining('Rows were lost, or changed')]);

    const noTime = sql`insert into lock values ('production', 'shell', 'x', 'y', 'infinity')`;
    await inStore(folder, ({ db }) => noTime.execute(db));
    expect((await verified()).problems[0]).toContain('the history cannot be followed');

    await inStore(folder, ({ db }) => sql`drop table lock`.execute(db));
    const withoutTable = await verified();
    expect(withoutTable.problems[0]).toBe(
      'the history cannot be followed: relation "lock" does not exist',
    );
    expect(withoutTable.advice[0]).toContain('put back the newest backup');

    await damageTable(folder, 'revision');
    const withBadBlock = await verified();
    expect(withBadBlock.problems[0]).toMatch(
      /^the table revision cannot be read in block 0 of 1: invalid page in block 0 of /,
    );
    expect(withBadBlock.advice[0]).toContain('The database is damaged.');

    await damageTable(folder, 'audit');
    expect(await open()).toEqual({
      ok: false,
      problem: expect.stringMatching(
        /^The registry of releases is damaged: the table audit .*; the table revision .*"When the registry is damaged"/,
      ),
    });
  });
});
