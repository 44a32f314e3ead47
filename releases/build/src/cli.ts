#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from './build.ts';
import { writeNewRemote } from './new-remote.ts';
import { runStandalone } from './run-standalone.ts';

const help = `Usage: tallystick-build [folder]
       tallystick-build standalone [folder] [--port 4900] [--site http://localhost:4000]
       tallystick-build new <name> [--kit <folder>]

  (no verb)    builds the app in the folder into dist/<build id>/; prints the build id last
  standalone   serves a remote on its own, with all it needs inside and the settings and ledger
               service of a running site, and shows each change of its sources at once
  new          writes the few files of a new remote into a folder of its name; --kit names a
               folder with the kit's tarballs, where no package registry has them
`;

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        kit: { type: 'string' },
        port: { type: 'string' },
        site: { type: 'string' },
      },
    });
    if (values.help === true) {
      process.stdout.write(help);
      return 0;
    }
    const [verb, operand] = positionals;
    if (verb === 'new') return makeNew(operand, values.kit);
    if (verb === 'standalone') return await runStandalone(resolve(operand ?? '.'), values);
    const { app, build, files } = buildApp(resolve(verb ?? '.'));
    console.log(`${app}: ${Object.keys(files).length} files\n${build}`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

function makeNew(name: string | undefined, kit: string | undefined): number {
  if (name === undefined)
    throw new Error('Say how the remote is called: tallystick-build new <name>');
  writeNewRemote({ name, parent: process.cwd(), kit });
  console.log(`${name} is there. Next: cd ${name} && npm install && npm run build`);
  return 0;
}
