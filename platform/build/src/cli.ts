#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from './build.ts';
import { writeNewRemote } from './new-remote.ts';

const help = `Usage: tallystick-build [folder]
       tallystick-build dev [folder] [--site https://…] [--remote URL] [--port 4900] [--open]
       tallystick-build dev [folder] --standalone [--site https://…] [--port 4900] [--open]
       tallystick-build new <name> [--kit <folder>] [--template <folder>]

  (no verb)    builds the app in the folder into dist/<build id>/, beside the four builds before; prints
               the build id last
  dev          serves a remote on this machine, and shows each change of its sources at once.
               --site: inside the pages of that site, all else as released there; --remote
               names the mf-manifest.json of a development server of your own (webpack, Rsbuild,
               Vite). Without --site, or --standalone: by itself, with all it needs inside and
               the settings and services of a site (http://localhost:4000)
  new          writes the few files of a new remote into a folder of its name: those of the template
               in the site's kit, or of another with --template; --kit names a folder with the
               kit's tarballs, where no package registry has them
`;

/** What each verb takes; a build takes none. */
const optionsOf: Record<'new' | 'dev', readonly string[]> = {
  new: ['kit', 'template'],
  dev: ['open', 'port', 'remote', 'site', 'standalone'],
};

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        kit: { type: 'string' },
        open: { type: 'boolean' },
        port: { type: 'string' },
        remote: { type: 'string' },
        site: { type: 'string' },
        standalone: { type: 'boolean' },
        template: { type: 'string' },
      },
    });
    if (values.help === true) {
      process.stdout.write(help);
      return 0;
    }
    const [first = '', ...rest] = positionals;
    const isVerb = first === 'new' || first === 'dev';
    const [operand, ...unread] = isVerb ? rest : positionals;
    const taken = isVerb ? optionsOf[first] : [];
    unread.push(...Object.keys(values).flatMap((one) => (taken.includes(one) ? [] : [`--${one}`])));
    if (unread.length > 0) {
      throw new Error(`${unread.join(' ')}: not taken here. Try: tallystick-build --help`);
    }
    if (first === 'new') return makeNew(operand, values);
    if (first === 'dev') {
      // With the bundler, whose code takes a second to load.
      const { runDev } = await import('./dev/run-dev.ts');
      return await runDev(resolve(operand ?? '.'), values);
    }
    const { app, build, files } = buildApp(resolve(operand ?? '.'));
    console.log(`${app}: ${Object.keys(files).length} files\n${build}`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

function makeNew(
  name: string | undefined,
  { kit, template }: { kit?: string; template?: string },
): number {
  if (name === undefined)
    throw new Error('Say how the remote is called: tallystick-build new <name>');
  writeNewRemote(name, { kit, template });
  console.log(`${name} is there. Next: cd ${name} && npm install && npm run build`);
  return 0;
}
