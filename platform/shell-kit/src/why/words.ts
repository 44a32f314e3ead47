import type { Build, FailureKind } from '../release/build.ts';
import type { Failed, PageFacts, PartFacts, Reason, Refused } from './facts.ts';
import { modulesTable, sheetsTable, type Table, timesTable } from './tables.ts';

/** What is said of one part: sentences, and tables below them. */
export interface Section {
  readonly app: string;
  readonly heading: string;
  readonly says: readonly string[];
  readonly tables: readonly Table[];
}

/** What a page says of why it runs what it runs, for people. The part that `app` names comes first. */
export function sectionsOf(facts: PageFacts, app: string | null): Section[] {
  const present = facts.parts.filter(({ runs, app: name }) => runs !== 'none' || name === app);
  const absent = facts.parts.filter((part) => !present.includes(part));
  const all = present.map((part) => sectionOf(part, facts));
  const wanted = all.filter((section) => section.app === app);
  return [...wanted, ...all.filter((section) => section.app !== app), ...restOf(absent, facts)];
}

function sectionOf(part: PartFacts, facts: PageFacts): Section {
  const { app, title, failed, shows, refused } = part;
  return {
    app,
    heading: title === '' ? `${app}, the site’s shell` : `${app}, “${title}”`,
    says: [
      runsBecause(part, facts),
      ...failed.map(failedWords),
      ...(shows.length === 0 ? [] : [`It shows widgets of ${shows.map(named).join(', ')}.`]),
      ...filesWords(part),
      ...notTakenWords(part),
      ...refused.map(refusedWords),
    ],
    tables: [...timesTable(part), ...modulesTable(part), ...sheetsTable(part)],
  };
}

/** Parts that are not in the page, in one table; and what was refused to nobody's code. */
function restOf(absent: readonly PartFacts[], facts: PageFacts): Section[] {
  const rows = absent.map((part) => [part.app, part.build, becauseOf(part.reason, facts)]);
  const table = { caption: 'What would run', head: ['Part', 'Build', 'Because'], rows };
  const rest: Section = {
    app: '',
    heading: 'Not in this page',
    says: absent.flatMap(({ app, failed }) => failed.map((one) => `${app}: ${failedWords(one)}`)),
    tables: [table],
  };
  const elsewhere: Section = {
    app: '',
    heading: 'Code of no build',
    says: facts.refused.map(refusedWords),
    tables: [],
  };
  return [...(absent.length > 0 ? [rest] : []), ...(facts.refused.length > 0 ? [elsewhere] : [])];
}

function runsBecause({ build, runs, reason }: PartFacts, facts: PageFacts): string {
  const verb = runs === 'none' ? 'Would run' : runs === 'widget' ? 'Runs, as a widget,' : 'Runs';
  return `${verb} build ${build}: ${becauseOf(reason, facts)}.`;
}

function becauseOf(reason: Reason, { channel, revision }: PageFacts): string {
  switch (reason.why) {
    case 'live':
      return `it is live, by revision ${revision} of ${channel}`;
    case 'canary':
      return `it is a canary of revision ${revision} of ${channel}, and this browser is one of those that get it`;
    case 'preview':
      return 'this browser looks at a preview';
    case 'working-copy':
      return 'it is the working copy of a developer';
    case 'recalled':
      return 'it has been recalled, and no other build has taken its place yet';
    case 'released-before':
      return `it was released before ${reason.released}, which comes with the next page`;
    case 'fallback':
      return `the page falls back to it, since ${reason.released} failed here`;
  }
}

const kinds: Readonly<Record<FailureKind, string>> = {
  unavailable: 'a file of it is missing, cut, or another one',
  slow: 'a file of it did not come in time',
  incomplete: 'its code threw as it began, or lacks a page',
  misfit: 'it wants another version of a shared module',
  boot: 'it threw right after it had begun',
  render: 'it threw as it was drawn',
  chunk: 'a file that it loads later did not come',
  event: 'it threw in an event',
};

function failedWords({ build, kind, at }: Failed): string {
  const when = at === null ? 'in an earlier page of this tab' : `at ${clock(at)}`;
  return `${build} failed ${when}: ${kinds[kind]}.`;
}

function filesWords({ files: { files, bytes, cached } }: PartFacts): string[] {
  if (files === 0) return [];
  const size = `${(bytes / 1_000).toFixed(1)} kB over the network`;
  return [`Files asked for: ${files}, ${size}; ${cached} from the browser’s cache.`];
}

function notTakenWords({ notTaken, shared }: PartFacts): string[] {
  if (shared === null || notTaken.length === 0) return [];
  return [`Not taken from the shell, so compiled in where it uses them: ${notTaken.join(', ')}.`];
}

function refusedWords({ directive, what, by }: Refused): string {
  return `The policy (${directive}) refused ${what}${by === '' ? '' : `, asked for by ${by}`}.`;
}

function named({ app, build }: Build): string {
  return `${app} (${build})`;
}

/** A time of day in UTC, to the second: who asks and who is asked may be in different zones. */
function clock(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`;
}

/** The same as plain text, to be handed on. */
export function plainText(
  { address, at, channel, revision }: PageFacts,
  sections: readonly Section[],
): string {
  const parts = sections.flatMap(({ heading, says, tables }) => [
    ['', `## ${heading}`, ...says],
    ...tables.map(({ caption, head, rows }) => [
      ...['', `${caption}: ${head.join(' | ')}`],
      ...rows.map((row) => row.join(' | ')),
    ]),
  ]);
  const day = new Date(at).toISOString().slice(0, 10);
  const first = [address, `${day} ${clock(at)}, revision ${revision} of ${channel}`];
  return [...first, ...parts.flat()].join('\n');
}
