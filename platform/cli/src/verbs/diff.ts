import type { Move } from '@tallystick/registry/contract/channel';
import {
  betweenChannels,
  betweenRevisions,
  moreBetween,
  type Pair,
} from '@tallystick/registry/contract/differences';
import type { Provenance } from '@tallystick/registry/contract/provenance';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import {
  type BuildComparison,
  type BuildFiles,
  compareBuilds,
  type FileChange,
} from '../builds/compare.ts';
import { allBuilds, findBuild } from '../builds/find-build.ts';
import { readName } from '../builds/named-build.ts';
import { requireChannel } from '../channel/known-channel.ts';
import { describeMove } from '../channel/moves.ts';
import { describeProvenance } from '../command/describe-provenance.ts';
import { counted, signed, size } from '../command/figures.ts';
import { type Cell, table } from '../command/table.ts';
import { channelOf, channelOption, type Given, type Verb } from '../command/verb.ts';
import type { Io } from '../io.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';

export const diff: Verb = {
  name: 'diff',
  takes: 'A B',
  summary: 'what differs between two revisions, channels or builds',
  about: `A and B are two numbers of revisions, two channels, or two builds as APP@VERSION. Of channels
it also says which settings, openings and slots differ. Files whose names differ
only in a hash of their content count as one changed file.`,
  options: { channel: channelOption },
  examples: [
    ['diff 41 42', 'what revision 42 brought, app by app'],
    ['diff staging production', 'what was tried and is not live yet, app by app'],
    ['diff mfe-notes@1.2.0 mfe-notes@1.3.0', ''],
  ],
  run,
};

interface Compared {
  pairs: readonly Pair[];
  /** Apps whose canary or settings differ. */
  canaries: readonly Move[];
  /** Lines on openings and slots. */
  more?: readonly string[];
}
type AppDiff = Pair & BuildComparison & { provenance: Record<'from' | 'to', Provenance | null> };

async function run(given: Given): Promise<Outcome> {
  const { words, io } = given;
  const [one, other, ...rest] = words;
  if (one === undefined || other === undefined || rest.length > 0) {
    return fail(
      'usage',
      'diff takes two revisions, two channels or two builds.',
      'Such as: diff 41 42',
    );
  }
  const numbers = [one, other].filter((word) => /^[1-9]\d{0,14}$/.test(word));
  if (numbers.length === 1) fail('usage', 'A revision cannot be compared with a build.');
  const { pairs, canaries, more = [] } = await compared(one, other, numbers.length === 2, given);
  const apps: AppDiff[] = [];
  for (const { app, from, to } of pairs) {
    const before = await read(app, from, given.client);
    const after = await read(app, to, given.client);
    const provenance = { from: before.provenance, to: after.provenance };
    apps.push({ app, from, to, ...compareBuilds(before.files, after.files), provenance });
  }
  const lines = canaries.map(
    (move) => `${io.paint('strong', move.app)}  ${describeMove(move, io)}`,
  );
  const text = [...apps.map((app) => describe(app, io)), ...lines, ...more].join('\n\n');
  return { json: { apps, canaries, more }, text: text === '' ? 'They are the same.' : text };
}

async function compared(one: string, other: string, areRevisions: boolean, given: Given) {
  if (areRevisions) return await ofRevisions(one, other, given);
  if (one.includes('@') || other.includes('@')) return await ofBuilds(one, other, given);
  return await ofChannels(one, other, given);
}

async function ofRevisions(one: string, other: string, given: Given): Promise<Compared> {
  const read = async (revision: string) => {
    const params = { channel: channelOf(given), revision };
    return orFail(await given.client.call(routes.revision, { params }));
  };
  return betweenRevisions(await read(one), await read(other));
}

async function ofChannels(one: string, other: string, { client }: Given): Promise<Compared> {
  const read = async (channel: string) => {
    await requireChannel(channel, client);
    const params = { channel };
    const { current } = orFail(await client.call(routes.board, { params }));
    const openings = orFail(await client.call(routes.openings, { params }));
    return { current: current ?? fail('unknown', `${channel} has no revision.`), openings };
  };
  const [from, to] = [await read(one), await read(other)];
  return { ...betweenChannels(from.current, to.current), more: moreBetween(from, to) };
}

async function ofBuilds(one: string, other: string, { client }: Given): Promise<Compared> {
  const published = await allBuilds(client);
  const from = findBuild(readName(one), published);
  const to = findBuild(readName(other), published);
  if (from.app !== to.app) {
    fail('usage', 'These are builds of two apps.', 'Compare two of one app.');
  }
  return { pairs: [{ app: from.app, from: from.build, to: to.build }], canaries: [] };
}

async function read(
  app: string,
  build: string | null,
  client: AdminClient,
): Promise<{ files: BuildFiles; provenance: Provenance | null }> {
  if (build === null) return { files: {}, provenance: null };
  const answer = await client.call(routes.build, { params: { app, build } });
  const { artifact, sizes, provenance = null } = orFail(answer);
  const files = Object.entries(artifact.files).map(
    ([path, integrity]) => [path, { integrity, size: sizes[path] ?? 0 }] as const,
  );
  return { files: Object.fromEntries(files), provenance };
}

const signs = {
  added: { text: '+', tone: 'good' },
  removed: { text: '-', tone: 'bad' },
  changed: { text: '~', tone: 'warn' },
} as const;

function describe({ app, from, to, changes, same, provenance }: AppDiff, io: Io): string {
  const arrow = io.paint('quiet', '→');
  const commits = [provenance.from, provenance.to].map(describeProvenance);
  const built = commits.every((commit) => commit === '')
    ? ''
    : `\nfrom ${commits.map((commit) => commit || 'an unknown commit').join(` ${arrow} `)}`;
  const head = `${io.paint('strong', app)}  ${from ?? 'nothing'} ${arrow} ${to ?? 'nothing'}${built}`;
  const sum = changes.reduce((total, one) => total + growth(one), 0);
  const tail = `${counted(changes.length, 'file differs', 'files differ')}, ${counted(same, 'is', 'are')} the same; ${signed(sum)} in all.`;
  if (changes.length === 0) return `${head}\n${tail}`;
  // A hash in a name changes with what it names: files of the same size are most often no news.
  const [resized, others] = [changes.filter(isResized), changes.filter((one) => !isResized(one))];
  const shown = resized.length > 0 ? resized : others;
  const rows = shown.map((one): Cell[] => [
    signs[one.change],
    one.to ?? one.from ?? '',
    one.sizeFrom === null ? '' : size(one.sizeFrom),
    one.sizeTo === null ? '' : size(one.sizeTo),
    signed(growth(one)),
  ]);
  const left = changes.length - shown.length;
  const more = left === 0 ? '' : `and ${counted(left, 'more', 'more')} of the same size\n`;
  return `${head}\n${table(['', 'FILE', 'BEFORE', 'AFTER', 'GROWTH'], rows, io)}\n${more}${tail}`;
}

const isResized = (one: FileChange) => one.change !== 'changed' || growth(one) !== 0;

function growth({ sizeFrom, sizeTo }: FileChange): number {
  return (sizeTo ?? 0) - (sizeFrom ?? 0);
}
