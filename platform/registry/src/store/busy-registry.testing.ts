import * as v from 'valibot';
import type { Change } from '../contract/channel.ts';
import { openRegistry } from '../open.ts';
import { buildOf, draftOf, manager, upload } from '../registry.testing.ts';

/**
 * A process that publishes, changes and collects until it is killed. Its arguments are a data folder, whose own server
 * it uses, and the number of the first round. It prints a line for each operation that the registry has confirmed.
 * Each round is a day later than the last.
 */
const [folder, first] = v.parse(
  v.tuple([v.string(), v.pipe(v.string(), v.transform(Number))]),
  process.argv.slice(2),
);
let n = first;
const now = () => Date.UTC(2030, 0, 1) + n * 86_400_000;
const opened = await openRegistry({ DATA_DIR: folder, DATABASE_URL: undefined }, now);
if (!opened.ok) throw new Error(opened.problem);
const { value: registry } = opened;
const tell = (line: string) => process.stdout.write(`${line}\n`);

async function change(what: Change): Promise<void> {
  const expected = (await registry.channel('production').current())?.revision ?? 0;
  const result = await registry.channel('production').change(manager, expected, what);
  if (result.ok) tell(`changed ${result.value.revision}`);
}

async function publish(app: string, build: string, kind: 'shell' | 'remote'): Promise<void> {
  const files = Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [`part-${at}.js`, `${build} ${at} `.repeat(1_000)]),
  );
  await upload(registry, app, build, draftOf(app, build, { kind, files }));
  const result = await registry.publish(manager, app, build);
  if (!result.ok) throw new Error(result.problem);
  tell(`published ${app} ${build}`);
}

await publish('shell', buildOf(0), 'shell');
for (; ; n += 1) {
  const reason = `round ${n}`;
  await publish('mfe-a', buildOf(n), 'remote');
  const builds = { shell: buildOf(0), 'mfe-a': buildOf(n) };
  await change({ kind: 'promote', builds, reason });
  if (n % 3 === 0) {
    await change({ kind: 'rollback', apps: ['mfe-a'], to: {}, recall: n % 2 === 0, reason });
  }
  if (n % 4 === 0) {
    const collected = await registry.gc(manager, { dryRun: false });
    if (collected.ok) tell(`collected ${collected.value.deleted.length}`);
  }
}
