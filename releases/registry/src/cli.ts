import { resolve } from 'node:path';
import { readEnvironment } from '@tallystick/shared/environment';
import { openArtifactStore } from './artifacts.ts';
import { openChannel } from './channel.ts';
import { releaseFolders } from './publish.ts';

const usage = `Usage: release publish <app folder>…

  publish   takes the newest build of each app into the artifact store and, if the
            production channel has another, appends a revision that moves them together

Settings: DATA_DIR (see docs/operations.md)`;

process.exitCode = await main(process.argv.slice(2));

async function main([verb, ...folders]: string[]): Promise<number> {
  if (verb === '--help' || verb === undefined) {
    console.log(usage);
    return verb === undefined ? 1 : 0;
  }
  if (verb !== 'publish') return fail(`there is no verb "${verb}"; try --help`);
  if (folders.length === 0) return fail('name at least one app folder');
  const read = readEnvironment(process.env);
  if (!read.ok) return fail(read.problem);

  const { DATA_DIR } = read.environment;
  const result = await releaseFolders(
    folders.map((folder) => resolve(folder)),
    openArtifactStore(DATA_DIR),
    openChannel(DATA_DIR, 'production'),
    process.env.USER ?? 'local',
    'published from a local build',
  );
  if (!result.ok) return fail(result.problem);
  const { revision, moved } = result;
  for (const app of moved) console.log(`${app} ${revision.builds[app]}`);
  console.log(
    moved.length === 0
      ? `production stays at revision ${revision.revision}`
      : `production is at revision ${revision.revision}`,
  );
  return 0;
}

function fail(problem: string): number {
  console.error(`release: ${problem}`);
  return 1;
}
