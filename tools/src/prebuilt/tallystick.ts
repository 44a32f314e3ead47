// The one program of the prebuilt tree: `node tallystick.js serve site admin ledger`.
import { ready } from '../serve/ready.ts';
import { serve } from '../serve/serve.ts';

const usage = `Usage: node tallystick.js COMMAND …

  serve SERVER…   serves, in this process: site, admin, ledger
  ready SERVER…   whether those that listen where the settings say can serve now: exit code 0 or 1
  ledger VERB …   what npm run ledger does: import, simulate, doctor
  release VERB …  what npm run release does: publish, promote, rollback and more; the apps are in apps/
  version         which program this is

Settings are environment variables: docs/operations.md.
`;

const [command, ...words] = process.argv.slice(2);
if (command === 'serve') {
  await serve(words, {
    ledger: async () => (await import('@tallystick/backend/src/open-ledger.ts')).openLedger,
    releasePlane: async (servers) =>
      (await import('@tallystick/site/src/open-release-plane.ts')).openReleasePlane(servers),
  });
} else if (command === 'ready') {
  process.exitCode = await ready(words);
} else if (command === 'ledger') {
  // It reads its words as if it had been started by itself.
  process.argv.splice(2, 1);
  await import('@tallystick/backend/src/cli/main.ts');
} else if (command === 'release') {
  const { processIo } = await import('@tallystick/release-cli/src/io.ts');
  const { runRelease } = await import('@tallystick/release-cli/src/release.ts');
  process.exitCode = await runRelease(words, processIo('tallystick release', process.cwd()));
} else if (command === 'version') {
  const { programVersion } = await import('@tallystick/store/program-version');
  console.log(programVersion());
} else {
  process.exitCode = command === undefined || /^(-h|--help|help)$/.test(command) ? 0 : 2;
  (process.exitCode === 0 ? process.stdout : process.stderr).write(usage);
}
