import { fail } from '../outcome.ts';

/** `app` or `app@version`, as it is written. */
export interface NamedBuild {
  app: string;
  /** A version or a whole build id. */
  version: string | undefined;
}

/** Reads `app` or `app@version`; null: it is neither. */
export function parseName(word: string): NamedBuild | null {
  const [, app, version] = /^([a-z][a-z0-9-]{0,62})(?:@(\d+\.\d+\.\d+[\w.-]*))?$/.exec(word) ?? [];
  return app === undefined ? null : { app, version };
}

/** Reads the name of a build; what is none ends the command. */
export function readName(word: string): NamedBuild {
  const problem = `"${word}" is not an app, or app@version such as mfe-notes@1.2.0.`;
  return parseName(word) ?? fail('usage', problem);
}

/** Reads several, each of another app. */
export function readNames(words: readonly string[]): NamedBuild[] {
  const names = words.map(readName);
  refuseTwice(names);
  return names;
}

/** Two builds of one app end the command. */
export function refuseTwice(builds: readonly { readonly app: string }[]): void {
  const apps = builds.map(({ app }) => app);
  const twice = apps.find((app, at) => apps.indexOf(app) < at);
  if (twice !== undefined) fail('usage', `${twice} is named twice.`);
}

/** The versions that are named, by app. */
export function versionsOf(names: readonly NamedBuild[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap(({ app, version }) => (version === undefined ? [] : [[app, version] as const])),
  );
}
