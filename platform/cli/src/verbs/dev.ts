import { resolve } from 'node:path';
import { showOwnServer } from '@tallystick/build/show-in-site';
import { portOf } from '../command/port.ts';
import { type Given, type Verb, wordOrNone } from '../command/verb.ts';
import { fail, type Outcome } from '../outcome.ts';

/** The container that pages load in front of a development server's; put in as the command is packed. */
declare const BUNDLED_CONTAINER: string | undefined;

export const dev: Verb = {
  name: 'dev',
  takes: '[FOLDER] --site URL --remote URL',
  summary: 'the pages of a site with the remote of your own development server in them',
  about: `For teams with webpack, Rsbuild or Vite: start your development server, and name its federation
manifest. Beside the folder's remote.json nothing else is needed, no build and no token. Nobody
else sees these pages, and the site's figures count none of it. They stay until it is ended.`,
  options: {
    site: { value: 'URL', about: 'the site' },
    remote: { value: 'URL', about: 'the mf-manifest.json of your development server' },
    port: { value: 'N', about: 'where the pages are; else 4900' },
  },
  examples: [
    ['dev --site https://tally.example --remote http://localhost:5173/mf-manifest.json', ''],
  ],
  run,
};

async function run({ words, text, io }: Given): Promise<Outcome> {
  const folder = resolve(io.folder, wordOrNone(words, 'dev takes one folder, or none.') ?? '.');
  const [site, manifest] = [text('site'), text('remote')];
  if (site === undefined)
    return fail('usage', 'Name the site whose pages they are: --site https://…');
  if (manifest === undefined || !URL.canParse(manifest)) {
    const problem =
      'Name the manifest of your development server: --remote http://localhost:5173/…';
    return fail('usage', problem, 'A remote of the kit has no such server: tallystick-build dev.');
  }
  const port = portOf(text('port'));
  if (typeof BUNDLED_CONTAINER === 'undefined') {
    return fail('usage', 'Only the packed command can do this.', 'Use: tallystick-build dev.');
  }
  const container = BUNDLED_CONTAINER;
  try {
    const shown = await showOwnServer({ folder, site, port, manifest, container });
    for (const note of shown.notes) io.note(note);
    const { app, page } = shown;
    io.note(`${app} is your working copy, all else is ${shown.site} as released: ${page}`);
    await io.ended();
    shown.close();
  } catch (error) {
    fail('unreachable', error instanceof Error ? error.message : String(error));
  }
  return { json: { ok: true }, text: 'Ended.' };
}
