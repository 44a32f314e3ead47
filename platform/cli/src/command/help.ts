import type { Io } from '../io.ts';
import type { Option, Verb } from './verb.ts';

/** Options of every verb. */
export const everywhere: Readonly<Record<string, Option>> = {
  json: { about: 'one JSON document on standard output (npm: npm run -s)' },
  help: { about: 'this text' },
};

/** Help on the whole command. */
export function generalHelp(verbs: readonly Verb[], { program, paint }: Io): string {
  const width = Math.max(...verbs.map(({ name }) => name.length));
  const list = verbs.map(
    ({ name, summary }) => `  ${paint('strong', name.padEnd(width))}  ${summary}`,
  );
  return `Ship one app, roll one app back.

Usage: ${program} VERB …          ${program} VERB --help tells more

${list.join('\n')}

A day's work:
  ${program} publish mfe-notes
  ${program} promote mfe-notes@1.3.0 --percent 10 --reason "new totals"
  ${program} status
  ${program} promote mfe-notes@1.3.0 --reason "new totals"
Something is wrong:
  ${program} rollback mfe-notes --recall --reason "totals are wrong"

Settings (environment):
  RELEASE_URL     address of the admin API; else this machine's (ADMIN_PORT)
  RELEASE_TOKEN   your token; else this machine's (release.key in DATA_DIR)
  RELEASE_ID_TOKEN, RELEASE_ID_TOKEN_FILE, RELEASE_APP
                  a pipeline's own token, or its file, in place of RELEASE_TOKEN; the app it is for
  NO_COLOR        no colour; there is none in pipes anyway

Exit codes: 0 done, 1 refused, 2 not understood, 3 somebody else moved the app meanwhile,
4 the token is not good for it, 5 the registry does not answer, 6 the app is locked,
7 what is kept is not whole.`;
}

/** Help on one verb. */
export function verbHelp({ name, takes = '', about, options, examples }: Verb, io: Io): string {
  const { program, paint } = io;
  const rows = Object.entries({ ...options, ...everywhere }).map(([option, { value, about }]) => ({
    left: `--${option}${value === undefined ? '' : ` ${value}`}`,
    about,
  }));
  const width = Math.max(...rows.map(({ left }) => left.length));
  const lines = examples.flatMap(([words, does]) => [
    ...(does === '' ? [] : [paint('quiet', `  # ${does}`)]),
    `  ${program} ${words}`,
  ]);
  return `Usage: ${program} ${`${name} ${takes}`.trim()}

${about}

Options:
${rows.map(({ left, about }) => `  ${left.padEnd(width)}  ${about}`).join('\n')}

Examples:
${lines.join('\n')}`;
}
