import {
  type AppSettings,
  approvalListOf,
  highestLimits,
  type Limits,
  limitNames,
  limitsOf,
  type NewSettings,
} from '@tallystick/registry/contract/app-settings';
import { routes } from '@tallystick/registry/contract/routes';
import { configuredInAll, describeConfigured } from '../channel/configured.ts';
import { ago, size } from '../command/figures.ts';
import { reasonFor } from '../command/reason.ts';
import { type Cell, table } from '../command/table.ts';
import { changeOptions, type Given, onlyWord, type Verb } from '../command/verb.ts';
import type { Io } from '../io.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';
import { configure } from './configure.ts';

export const settings: Verb = {
  name: 'settings',
  takes: 'APP [set NAME=VALUE… | unset NAME… | complete] [--approve WHAT] …',
  summary: "an app's settings in each channel, its limits, and what is approved for it",
  about: `Without options it shows them. "set" and "unset" are of what the app declares as settings in its
remote.json, in one channel: a revision like any other, which rollback --revision takes back.
With --share a share of browsers has it, as with a canary; "complete" gives it to all.
A manager sets the rest, for all channels: how large a build may be, how many drafts
there may be and how long they stay, and what a remote may declare: API hosts that its pages call
(https://…, wss://…), openings of the policy (frames:https://…, wasm; openings says what each lets
in), and paths that begin with a parameter (/:…). Publishing never approves anything.
What is withdrawn is gone from the policy of the next page; open tabs keep theirs until then.`,
  options: {
    bytes: { value: 'SIZE', about: 'of a build: 40MB, 900KB, or default' },
    files: { value: 'N', about: 'of a build; or default' },
    drafts: { value: 'N', about: 'at a time; or default' },
    'draft-hours': { value: 'N', about: 'until a draft goes; or default' },
    approve: {
      multiple: true,
      value: 'WHAT',
      about: 'an API host, an opening or a path, as it is declared; may be repeated',
    },
    withdraw: { multiple: true, value: 'WHAT', about: 'what was approved; may be repeated' },
    share: { value: 'N', about: 'with "set": for N % of browsers, 0.01 to 99.99' },
    now: { about: 'with "set" or "unset": it is urgent, open tabs take it at once' },
    ...changeOptions,
  },
  examples: [
    ['settings mfe-notes', ''],
    ['settings mfe-notes set pageSize=50 --channel staging --reason "try it"', ''],
    ['settings mfe-notes set newList=true --share 10 --reason "try it"', 'a tenth of browsers'],
    ['settings mfe-notes set newList=false --now --reason "it fails"', 'in open tabs, too'],
    ['settings mfe-notes --bytes 40MB --reason "maps of all countries"', ''],
    ['settings mfe-notes --approve https://api.example.org --reason "rates"', ''],
    ['settings mfe-notes --approve frames:https://films.example --reason "films"', ''],
    ['settings mfe-notes --withdraw https://api.example.org --reason "leaks"', ''],
  ],
  run,
};

/** What is done with what an app declares itself, in one channel. */
const uses: readonly string[] = ['set', 'unset', 'complete'];
const ofChannels = ['share', 'now', 'channel', 'dry-run'];

const optionOf = {
  bytes: 'bytes',
  files: 'files',
  drafts: 'drafts',
  draftHours: 'draft-hours',
} as const;

async function run(given: Given): Promise<Outcome> {
  const { words, client, io } = given;
  const [named, use, ...rest] = words;
  if (named !== undefined && use !== undefined && uses.includes(use)) {
    return await configure(given, named, use, rest);
  }
  const app = onlyWord(words, 'Name one app.');
  const stray = ofChannels.find((option) => given.options.includes(option));
  if (stray !== undefined) fail('usage', `--${stray} goes with "set", "unset" or "complete".`);
  const params = { app };
  const found = orFail(await client.call(routes.settings, { params }));
  const wanted = wantedOf(given, found);
  const { revision: expected, limits, connect, paths, openings } = found;
  if (isSame(wanted, { limits, connect, paths, openings })) {
    const channels = await configuredInAll(client, app);
    const settings = channels.length > 0 ? `\n\n${describeConfigured(channels, io)}` : '';
    const json = { ...found, ...(channels.length > 0 && { channels }) };
    return { json, text: describe(found, io) + settings };
  }
  const { openings: opened, ...others } = wanted;
  const body = {
    ...others,
    // A registry of before knows none.
    ...(isSame(opened, openings) ? {} : { openings: opened }),
    reason: await reasonFor(given),
  };
  const answer = await client.call(routes.changeSettings, { params, expected, body });
  if (!answer.ok && answer.code === 'moved') {
    fail('moved', answer.problem, `Look at them again: settings ${app}.`);
  }
  const made = orFail(answer);
  return { json: made, text: describe(made, io) };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The current settings with the options applied. */
function wantedOf(
  { text, texts }: Given,
  { limits, connect, paths, openings }: AppSettings,
): Required<Omit<NewSettings, 'reason'>> {
  const wanted = {
    limits: { ...limits },
    ...{ connect: [...connect], paths: [...paths], openings: [...openings] },
  };
  for (const name of limitNames) {
    const written = text(optionOf[name]);
    if (written === undefined) continue;
    if (written === 'default') delete wanted.limits[name];
    else wanted.limits[name] = numberOf(name, written);
  }
  for (const approved of texts('approve')) {
    const list = wanted[approvalListOf(approved)];
    if (!list.includes(approved)) list.push(approved);
  }
  for (const withdrawn of texts('withdraw')) {
    const list = wanted[approvalListOf(withdrawn)];
    if (!list.includes(withdrawn)) fail('unknown', `${withdrawn} is not approved.`);
    list.splice(list.indexOf(withdrawn), 1);
  }
  return wanted;
}

/** Reads a limit; an invalid one ends the command. */
function numberOf(name: keyof Limits, written: string): number {
  const [, digits, unit = ''] = /^(\d{1,12})(KB|MB)?$/i.exec(written) ?? [];
  const factor = { '': 1, KB: 1_000, MB: 1_000_000 }[unit.toUpperCase()] ?? 1;
  const value = Number(digits) * factor;
  const isLimit = value >= 1 && value <= highestLimits[name];
  if (isLimit && (unit === '' || name === 'bytes')) return value;
  const most = name === 'bytes' ? `${highestLimits.bytes / 1_000_000}MB` : `${highestLimits[name]}`;
  const units = name === 'bytes' ? ', with KB or MB where you like (40MB)' : '';
  return fail(
    'usage',
    `--${optionOf[name]} is a whole number from 1 to ${most}${units}, or default.`,
  );
}

function describe(settings: AppSettings, io: Io): string {
  const { app, changed, limits, connect, paths, openings } = settings;
  const inForce = limitsOf(settings);
  const head =
    changed === null
      ? `${app}: nothing was ever set`
      : `${app}: set ${ago(changed.at, io.now())} by ${changed.by}: ${changed.reason}`;
  const rows = [
    ...limitNames.map((name): Cell[] => [
      optionOf[name],
      name === 'bytes' ? size(inForce.bytes) : `${inForce[name]}`,
      limits[name] === undefined ? { text: 'default', tone: 'quiet' } : 'set',
    ]),
    ...[...connect, ...openings, ...paths].map((what): Cell[] => ['may declare', what, 'approved']),
  ];
  return `${head}\n${table(['SETTING', 'VALUE', ''], rows, io)}`;
}
