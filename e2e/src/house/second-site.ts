import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { proving } from '@tallystick/contract/testing/proof';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { observe, runCommand } from './command.ts';
import { execute, offlineCommands } from './foreign-remote.ts';
import { saveFile } from './save-file.ts';
import { variantOfBuild } from './variant.ts';

type Variables = Readonly<Record<string, string>>;

/** A site of somebody else, on the platform's tarballs alone. */
export type SecondSite = Awaited<ReturnType<typeof makeSecondSite>>;

/**
 * Makes the site `bakery` in an empty folder elsewhere, from the packed platform alone, as its
 * guide says. What it needs is installed by npm and its registry in a proof, else linked from the
 * project's own store (`offline-npm.ts`).
 */
export async function makeSecondSite() {
  const place = await realpath(await mkdtemp(join(tmpdir(), 'tallystick-site-')));
  await mkdir(join(place, 'kit'));
  const packing = runCommand(['kit', '--site', join(place, 'kit')], {});
  if ((await packing.ended) !== 0) throw new Error(packing.output());
  const path = proving
    ? [dirname(process.execPath), process.env.PATH].join(delimiter)
    : await offlineCommands(place);
  const [site, admin] = await freePorts(2);
  const environment: Record<string, string> = {
    ...(proving && wayToTheRegistry()),
    PATH: path,
    HOME: process.env.HOME ?? '',
    // Some ten commands are run of the same programs.
    NODE_COMPILE_CACHE: join(place, 'compiled'),
    SITE_PORT: `${site}`,
    ADMIN_PORT: `${admin}`,
  };
  const type = async (line: string, folder: string, more: Variables = {}) => {
    const variables = { ...environment, ...more };
    const { exitCode, output } = await execute('sh', ['-c', line], folder, variables);
    if (exitCode !== 0) throw new Error(`${line}\n${exitCode} ${output}`);
    return output;
  };
  const program = './kit/tallystick-platform-*.tgz';
  await type(`npx --yes -p ${program} tallystick create bakery --kit kit`, place);
  const folder = join(place, 'bakery');
  await type('npm install', folder);
  const commands = (more: Variables = {}) => ({
    /** Runs a line of its README by a shell, in its folder; rejects with what it says if that fails. */
    type: (line: string) => type(line, folder, more),
    /** Runs a command that goes on until it is ended: without npm, which would stand between it and a signal. */
    run: (command: string, ...parameters: string[]) =>
      observe(
        spawn(join(folder, 'node_modules/.bin', command), parameters, {
          cwd: folder,
          env: { ...environment, ...more },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      ),
  });
  const own = commands();
  return {
    /** All that is of it, which goes with it. */
    place,
    folder,
    siteUrl: `http://localhost:${site}`,
    ...own,
    /** Says something else on its first page, and publishes that: built from its sources in a proof. */
    async publishNext(from: string, to: string): Promise<void> {
      if (!proving) {
        const dist = join(folder, 'mfe-breads/dist');
        const { build } = JSON.parse(await readFile(join(dist, 'current.json'), 'utf8'));
        const change = (script: string) => script.replace(from, to);
        const next = await variantOfBuild(place, join(dist, build), 'b4ead0000001', change);
        await own.type(`npm run release -- publish ${next.folder}`);
        return;
      }
      const file = join(folder, 'mfe-breads/src/routes.tsx');
      const text = await readFile(file, 'utf8');
      expect(text).toContain(from);
      await saveFile(file, text.replace(from, to));
      await own.type('npm run build -w mfe-breads');
      await own.type('npm run release -- publish mfe-breads');
    },
    /** Its commands with other settings. */
    commandsWith: commands,
    remove: () => rm(place, { recursive: true, force: true }),
  };
}

/** How npm gets to its registry from this machine, as its owner has set it. */
function wayToTheRegistry(): Record<string, string> {
  const isOfIt = (name: string) => /^(npm_config_|https?_proxy|no_proxy|NODE_EXTRA_CA)/i.test(name);
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      isOfIt(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}
