import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inPidNamespace } from '@tallystick/store/pid-namespace.testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRegistry } from '../open.ts';
import type { Registry } from '../registry.ts';

const kills = Number(process.env.REGISTRY_KILLS ?? 2);
const busy = fileURLToPath(new URL('./busy-registry.testing.ts', import.meta.url));

/** What a process was promised before it was killed. */
interface Promised {
  builds: { app: string; build: string }[];
  revision: number;
}

describe('a registry whose process is killed', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-kill-'));
  });
  afterAll(() => rm(folder, { recursive: true, maxRetries: 3 }));

  /**
   * Lets a process work until it has been promised so much, kills it, and says what that was. In a PID namespace of its
   * own, if so, with which the database server is killed, too.
   */
  async function workAndDie(first: number, enough: number, contained: boolean): Promise<Promised> {
    const before = contained ? (inPidNamespace ?? []) : [];
    const [command = '', ...words] = [...before, process.execPath, busy, folder, String(first)];
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    const promised: Promised = { builds: [], revision: 0 };
    const lines = createInterface({ input: child.stdout });
    const ended = once(lines, 'close');
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error('it ended by itself')));
      let told = 0;
      lines.on('line', (line) => {
        const [what, ...words] = line.split(' ');
        const [app = '', build = ''] = words;
        if (what === 'published') promised.builds.push({ app, build });
        if (what === 'changed') promised.revision = Number(app);
        told += 1;
        if (told === enough) resolve();
      });
    });
    // Somewhere in what it does next.
    await wait(randomInt(0, 150));
    child.kill('SIGKILL');
    await ended;
    return promised;
  }

  async function reopened<T>(look: (registry: Registry) => Promise<T>): Promise<T> {
    const opened = await openRegistry({ DATA_DIR: folder, DATABASE_URL: undefined });
    if (!opened.ok) throw new Error(opened.problem);
    try {
      return await look(opened.value);
    } finally {
      await opened.value.close();
    }
  }

  it(`has lost nothing and left nothing half, ${kills} times`, async () => {
    let first = 1;
    const seen = { builds: 0, revisions: 0, collected: 0 };
    for (let kill = 0; kill < kills; kill += 1) {
      const enough = kill === 0 ? 1 : randomInt(0, 25);
      const contained = inPidNamespace !== undefined && kill % 2 === 0;
      const promised = await workAndDie(first, enough, contained);
      await reopened(async (registry) => {
        expect(await registry.audit.verify()).toMatchObject({ ok: true, problems: [] });
        const links = await registry.audit.entries({ limit: 1_000_000 });
        const gone = JSON.stringify(links.filter(({ action }) => action === 'gc'));
        for (const { app, build } of promised.builds) {
          const known = (await registry.build(app, build)) !== null;
          expect(known || gone.includes(build), `${app} ${build}`).toBe(true);
        }
        const current = await registry.channel('production').current();
        expect(current?.revision ?? 0).toBeGreaterThanOrEqual(promised.revision);
        const { revisions } = await registry.channel('production').history({ limit: 1_000_000 });
        expect(revisions).toHaveLength(current?.revision ?? 0);
        const builds = await registry.builds();
        for (const { app, build } of builds) await expectWhole(registry, app, build);
        for (const [app, build] of Object.entries(current?.builds ?? {})) {
          expect(await registry.build(app, build)).not.toBeNull();
        }
        first = 1 + Math.max(0, ...links.map(({ detail }) => numberOf(detail.build)));
        seen.builds = links.filter(({ action }) => action === 'publish').length;
        seen.revisions = revisions.length;
        seen.collected = links.filter(({ action }) => action === 'gc').length;
      });
    }
    expect(seen.builds).toBeGreaterThan(0);
    if (process.env.REGISTRY_KILLS) console.log(kills, 'kills', seen);
  }, 1_200_000);
});

/** The number that a build id was made from. */
function numberOf(build: unknown): number {
  return Number(/^1\.0\.(\d+)-/.exec(String(build))?.[1] ?? 0);
}

/** Every file of the artifact is there and is what its hash says. */
async function expectWhole(registry: Registry, app: string, build: string): Promise<void> {
  const record = await registry.build(app, build);
  for (const [path, integrity] of Object.entries(record?.artifact.files ?? {})) {
    const bytes = await registry.files.read(app, build, path);
    const hash = createHash('sha384')
      .update(bytes ?? 'missing')
      .digest('base64');
    expect(`sha384-${hash}`, `${app} ${build} ${path}`).toBe(integrity);
  }
}
