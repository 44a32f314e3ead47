import {
  type FoundBuild,
  isRunning,
  packageNameSchema,
  rangeSchema,
  type Standing,
} from '@tallystick/registry/parts/contents/contract/contents';
import { contentsRoutes } from '@tallystick/registry/parts/contents/contract/routes';
import * as v from 'valibot';
import { counted } from '../../command/figures.ts';
import { table } from '../../command/table.ts';
import { type Given, onlyWord, type Verb } from '../../command/verb.ts';
import { fail, type Outcome, orFail } from '../../outcome.ts';

export const contains: Verb = {
  name: 'contains',
  takes: 'PACKAGE[@RANGE]',
  summary: 'which builds have a package of npm in them, and who is to build anew',
  about: `Looks into the bill of materials (SBOM) of each published build: of all channels, what is live, a
canary or ramping first, then what was live and what can be promoted. RANGE is as npm reads it; without
one any version counts. A build that takes the package of its page is listed as such: its shell is
to be built anew. One without a bill is "unknown", never without the package.
Exit code 1: browsers get a build with it. 7: none that is known, but of some nobody knows.`,
  examples: [
    ['contains react@19', ''],
    ["contains 'lodash@<4.17.21'", 'in quotes, for the shell'],
    ["contains '@acme/dates@^2.1' --json", ''],
  ],
  run,
};

async function run({ words, client, io }: Given): Promise<Outcome> {
  const word = onlyWord(words, 'Name one package, such as lodash or lodash@<4.17.21.');
  const { name, range } = readPackage(word);
  const answer = orFail(await client.call(contentsRoutes.contains, { query: { name, range } }));
  const { builds } = answer;
  const running = builds.filter(isRunning);
  const many = (finding: FoundBuild['found']) =>
    running.filter(({ found }) => found === finding).length;
  const [having, unknown] = [many('inside'), many('unknown')];
  const failed = having > 0 ? 'refused' : unknown > 0 ? 'unverified' : undefined;
  const rows = builds.map(({ app, build, found, versions, standing, owner }) => [
    app,
    build,
    { text: foundWords[found], tone: found === 'inside' ? 'bad' : 'warn' } as const,
    versions.join(', '),
    standing.map(({ channel, as }) => `${asWords[as]} ${channel}`).join(', '),
    owner?.team ?? '',
  ]);
  const text = [
    headOf(word, having, unknown, io.paint),
    ...(rows.length === 0
      ? []
      : [table(['APP', 'BUILD', 'HAS IT', 'VERSION', 'WHERE', 'TEAM'], rows, io)]),
    ...toRebuild(running),
  ];
  return { json: answer, text: text.join('\n'), failed };
}

const foundWords = { inside: 'inside', taken: 'from its page', unknown: 'unknown' } as const;
const asWords: Readonly<Record<Standing, string>> = {
  live: 'live in',
  canary: 'canary in',
  ramping: 'ramping in',
  earlier: 'was live in',
};

/** Reads `name` or `name@range`; a name of a scope begins with an @ itself. */
function readPackage(word: string): { name: string; range: string | undefined } {
  const at = word.indexOf('@', 1);
  const name = at < 0 ? word : word.slice(0, at);
  const range = at < 0 ? undefined : word.slice(at + 1);
  if (!v.is(packageNameSchema, name)) {
    fail('usage', `"${name}" is not the name of a package, such as react or @acme/dates.`);
  }
  if (range !== undefined && !v.is(rangeSchema, range)) {
    fail('usage', `"${range}" is not a range of versions, such as 19, ^4.1.0 or <4.17.21.`);
  }
  return { name, range };
}

function headOf(
  word: string,
  having: number,
  unknown: number,
  paint: Given['io']['paint'],
): string {
  const builds = (n: number) => counted(n, 'build');
  const known = `${word} is in ${builds(having)} that browsers get`;
  if (having > 0) {
    return paint('bad', unknown === 0 ? `${known}.` : `${known}, and of ${unknown} nobody knows.`);
  }
  return unknown === 0
    ? paint('good', `${word} is in no build that browsers get.`)
    : paint(
        'warn',
        `Of ${builds(unknown)} that browsers get nobody knows whether ${word} is in it.`,
      );
}

/** Who is to build what browsers get anew, a line for each app. */
function toRebuild(running: readonly FoundBuild[]): string[] {
  const apps = new Map(
    running.filter(({ found }) => found === 'inside').map((one) => [one.app, one]),
  );
  return [...apps.values()].map(({ app, owner, publishedBy }) => {
    const links = (owner?.links ?? []).map(({ text, href }) => `${text} ${href}`);
    const who = owner ? [owner.team, ...links].join(', ') : `published by ${publishedBy}`;
    return `To build anew: ${app} (${who})`;
  });
}
