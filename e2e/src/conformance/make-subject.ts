import { plainAddress } from '@tallystick/contract/path-pattern';
import { buildFolder } from '@tallystick/release-cli/src/builds/read-folder.ts';
import { runRelease } from '../house/house.ts';
import type { Desk } from '../house/release-desk.ts';
import { currentRelease } from '../house/release-site.ts';
import type { SideHouse } from '../house/side-house.ts';
import { variantOfBuild } from '../house/variant.ts';
import { type Subject, ship } from './subject.ts';

/** A folder with a build of a remote, as `tallystick-release` takes it. */
export interface BuiltFolder {
  label: string;
  folder: string;
  /** What the command has to be told beside, such as `--container`. */
  options: readonly string[];
  /** The folder of its next build; null: one is made, of the same files under another id. */
  next: string | null;
  expectPage?: Subject['expectPage'];
}

/** Publishes two builds of a remote and makes the first one live. */
export async function makeSubject(
  { label, folder, options, next, expectPage }: BuiltFolder,
  house: SideHouse,
  desk: Desk,
): Promise<Subject> {
  const again = (number: number) => publishAgain(folder, options, number, house);
  const { app, build } = await publish([folder, ...options], house);
  const builds = {
    one: build,
    two: next === null ? await again(1) : (await publish([next, ...options], house)).build,
  };
  await ship({ desk, house }, { app, builds }, 'one');
  const { remotes } = await currentRelease(house);
  const { routes = [] } = remotes.find(({ name }) => name === app)?.declaration ?? {};
  const path = routes.map((route) => plainAddress(route.path)).find(Boolean);
  if (!path) throw new Error(`${app} declares no page without a parameter to look at.`);
  return {
    ...{ label, app, path, builds, folder: [folder, ...options] },
    publishAgain: () => again(2),
    ...(expectPage && { expectPage }),
  };
}

async function publish(
  words: readonly string[],
  { environment }: SideHouse,
): Promise<{ app: string; build: string }> {
  const said = await runRelease(environment, 'publish', ...words);
  const [, app, build] = /(?:published|unchanged) (\S+)@(\S+)/.exec(said) ?? [];
  if (app === undefined || build === undefined) throw new Error(said);
  return { app, build };
}

/** Publishes the files of a build under another id; answers that. */
async function publishAgain(
  folder: string,
  options: readonly string[],
  number: number,
  house: SideHouse,
): Promise<string> {
  const own = await buildFolder(folder);
  if (own === null) {
    // The last of several counts.
    const words = [folder, ...options, '--version', `${900 + number}.0.0`];
    return (await publish(words, house)).build;
  }
  const within = house.dataDir;
  const variant = await variantOfBuild(within, own, String(number).repeat(12));
  return (await publish([variant.folder], house)).build;
}
