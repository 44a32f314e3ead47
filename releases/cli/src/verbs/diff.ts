import type { BuildKey } from '@tallystick/registry/contract/build-key';
import type { Revision } from '@tallystick/registry/contract/channel';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import {
  type BuildComparison,
  type BuildFiles,
  compareBuilds,
  type FileChange,
} from '../builds/compare.ts';
import { allBuilds, findBuild, readName } from '../builds/find-build.ts';
import { counted, signed, size } from '../command/figures.ts';
import { type Cell, table } from '../command/table.ts';
import { channelOf, channelOption, type Given, type Verb } from '../command/verb.ts';
import type { Io } from '../io.ts';
import { failure, type OrFailure, type Outcome } from '../outcome.ts';

export const diff: Verb = {
  name: 'diff',
  takes: 'A B',
  summary: 'what differs between two revisions, or two builds',
  about: `A and B are two numbers of revisions, or two builds as APP@VERSION. Files whose names differ
only in a hash of their content count as one changed file.`,
  options: { channel: channelOption },
  examples: [
    ['diff 41 42', 'what revision 42 brought, app by app'],
    ['diff mfe-ledger@1.2.0 mfe-ledger@1.3.0', ''],
  ],
  run,
};

/** How one app differs; `null`: it is not there. */
interface AppDiff extends BuildComparison {
  app: string;
  from: string | null;
  to: string | null;
}

async function run(given: Given): Promise<Outcome> {
  const { words, io } = given;
  const [one, other, ...rest] = words;
  if (one === undefined || other === undefined || rest.length > 0) {
    return failure('usage', 'diff takes two revisions or two builds.', 'Such as: diff 41 42');
  }
  const numbers = [one, other].filter((word) => /^[1-9]\d{0,14}$/.test(word));
  if (numbers.length === 1) {
    return failure('usage', 'A revision cannot be compared with a build.');
  }
  const apps =
    numbers.length === 2 ? await ofRevisions(one, other, given) : await ofBuilds(one, other, given);
  if (!apps.ok) return apps;
  const text = apps.value.map((app) => describe(app, io)).join('\n\n');
  return {
    ok: true,
    json: { apps: apps.value },
    text: text === '' ? 'They are the same.' : text,
  };
}

async function ofRevisions(
  one: string,
  other: string,
  given: Given,
): Promise<OrFailure<AppDiff[]>> {
  const revisions: Revision[] = [];
  for (const revision of [one, other]) {
    const params = { channel: channelOf(given), revision };
    const answer = await given.client.call(routes.revision, { params });
    if (!answer.ok) return answer;
    revisions.push(answer.value);
  }
  const [before, after] = revisions.map(({ builds }) => builds);
  const names = Object.keys({ ...before, ...after }).sort();
  const pairs = names
    .map((app) => ({ app, from: before?.[app] ?? null, to: after?.[app] ?? null }))
    .filter(({ from, to }) => from !== to);
  return await compareAll(pairs, given.client);
}

async function ofBuilds(one: string, other: string, given: Given): Promise<OrFailure<AppDiff[]>> {
  const published = await allBuilds(given.client);
  if (!published.ok) return published;
  const found: BuildKey[] = [];
  for (const word of [one, other]) {
    const name = readName(word);
    if (!name.ok) return name;
    const build = findBuild(name.value, published.value);
    if (!build.ok) return build;
    found.push(build.value);
  }
  const [from, to] = found;
  if (from === undefined || to === undefined || from.app !== to.app) {
    return failure('usage', 'These are builds of two apps.', 'Compare two of one app.');
  }
  return await compareAll([{ app: from.app, from: from.build, to: to.build }], given.client);
}

async function compareAll(
  pairs: readonly Pick<AppDiff, 'app' | 'from' | 'to'>[],
  client: AdminClient,
): Promise<OrFailure<AppDiff[]>> {
  const apps: AppDiff[] = [];
  for (const { app, from, to } of pairs) {
    const before = await filesOf(app, from, client);
    if (!before.ok) return before;
    const after = await filesOf(app, to, client);
    if (!after.ok) return after;
    apps.push({ app, from, to, ...compareBuilds(before.value, after.value) });
  }
  return { ok: true, value: apps };
}

async function filesOf(
  app: string,
  build: string | null,
  client: AdminClient,
): Promise<OrFailure<BuildFiles>> {
  if (build === null) return { ok: true, value: {} };
  const answer = await client.call(routes.build, { params: { app, build } });
  if (!answer.ok) return answer;
  const { artifact, sizes } = answer.value;
  const files = Object.entries(artifact.files).map(
    ([path, integrity]) => [path, { integrity, size: sizes[path] ?? 0 }] as const,
  );
  return { ok: true, value: Object.fromEntries(files) };
}

const signs = {
  added: { text: '+', tone: 'good' },
  removed: { text: '-', tone: 'bad' },
  changed: { text: '~', tone: 'warn' },
} as const;

function describe({ app, from, to, changes, same }: AppDiff, io: Io): string {
  const arrow = io.paint('quiet', '→');
  const head = `${io.paint('strong', app)}  ${from ?? 'nothing'} ${arrow} ${to ?? 'nothing'}`;
  const sum = changes.reduce((total, one) => total + growth(one), 0);
  const tail = `${counted(changes.length, 'file')} differ, ${same} are the same; ${signed(sum)} in all.`;
  if (changes.length === 0) return `${head}\n${tail}`;
  const rows = changes.map((one): Cell[] => [
    signs[one.change],
    one.to ?? one.from ?? '',
    one.sizeFrom === null ? '' : size(one.sizeFrom),
    one.sizeTo === null ? '' : size(one.sizeTo),
    signed(growth(one)),
  ]);
  return `${head}\n${table(['', 'FILE', 'BEFORE', 'AFTER', 'GROWTH'], rows, io)}\n${tail}`;
}

function growth({ sizeFrom, sizeTo }: FileChange): number {
  return (sizeTo ?? 0) - (sizeFrom ?? 0);
}
