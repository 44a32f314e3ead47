// The entry point of `npm start`, `npm test` and the other commands. It has no dependencies and
// runs on every Node from 20 on. It brings the dependencies up to date, then runs the command on
// the Node that the lockfile pins.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bringUpToDate, isUpToDate } from './bootstrap/install.mjs';
import { findProjectNode } from './bootstrap/project-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** @type {Record<string, string>} */
const verbs = {
  start: 'tools/src/start.ts',
  serve: 'tools/src/serve.ts',
  build: 'tools/src/build.ts',
  test: 'tools/src/test.ts',
  ledger: 'backend/src/cli/main.ts',
  backup: 'operations/src/backup.ts',
  restore: 'operations/src/restore.ts',
  migrate: 'operations/src/migrate.ts',
  bench: 'lab/src/bench/main.ts',
  chaos: 'lab/src/chaos/main.ts',
  proofs: 'tools/src/proofs.ts',
  screenshots: 'lab/src/screens/main.ts',
  topology: 'lab/src/topology/main.ts',
  release: 'platform/cli/src/main.ts',
  contract: 'tools/src/contract.ts',
  kit: 'tools/src/kit.ts',
};

/**
 * Where help is in files of text, for who has nothing installed: `<verb>.txt` and those of its own verbs.
 * @type {Record<string, string>}
 */
const helpFolders = {
  ledger: 'backend/src/cli/help',
  release: 'platform/cli/help',
  backup: 'platform/operations/help',
  restore: 'platform/operations/help',
  migrate: 'platform/operations/help',
};

/**
 * Verbs of servers, and what V8 is told there: a young generation of up to 4 MiB and not 16. A server takes a third less
 * memory by it at rest and under load, and no more of a processor (docs/decisions/0071-servers-as-they-are.md).
 */
const serving = ['start', 'serve'];
const lean = '--max-semi-space-size=4';

const [verb = '', ...parameters] = process.argv.slice(2);
process.chdir(root);
// npm passes signals on, but it may be killed, and then nobody tells us.
if (process.env.npm_lifecycle_event !== undefined) {
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && process.kill(process.pid), 1_000).unref();
}
process.exitCode = await main();

async function main() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    return fail(`Tallystick needs Node 20 or newer; this is Node ${process.versions.node}.`);
  }
  const script = verbs[verb];
  if (script === undefined) {
    return fail(`Usage: node tools/run.mjs ${Object.keys(verbs).join('|')} [-- parameters]`);
  }
  if (!isUpToDate(root) && asksForHelp()) {
    process.stdout.write(readFileSync(helpFile(), 'utf8'));
    return 0;
  }
  const logFolder = resolve(process.env.DATA_DIR || '.data', 'logs');
  const problem = await bringUpToDate(root, logFolder).catch(
    (error) => `The dependencies could not be installed: ${error.message}`,
  );
  if (problem !== undefined) return fail(problem);
  const node = findProjectNode(root);
  if (!node.ok) return fail(node.problem);
  return await run(node.path, script);
}

/** Whether help is asked for that needs nothing installed. */
function asksForHelp() {
  const asks =
    parameters.length === 0 || parameters.some((word) => /^(-h|--help|help)$/.test(word));
  return asks && helpFolders[verb] !== undefined;
}

function helpFile() {
  const folder = join(root, helpFolders[verb] ?? '');
  const own = join(folder, `${/^[a-z]+$/.exec(parameters[0] ?? '')}.txt`);
  return existsSync(own) ? own : join(folder, `${verb}.txt`);
}

/** @param {string} line */
function fail(line) {
  console.error(line);
  return 1;
}

/**
 * Runs a script of the project to its end; signals pass through.
 * @param {string} nodePath
 * @param {string} script
 * @returns {Promise<number>} its exit code
 */
function run(nodePath, script) {
  const preloads = [
    'platform/start/src/process/end-with-parent.ts',
    'tools/src/settings/tell-mistyped.ts',
  ];
  const imports = preloads.flatMap((path) => ['--import', join(root, path)]);
  // Before the child is there: a signal just after its start would leave it behind.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  const child = spawn(nodePath, [...imports, script, ...parameters], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      // A command takes a third of the time once what it is made of has been compiled.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node'),
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      ...(serving.includes(verb) && {
        NODE_OPTIONS: [lean, process.env.NODE_OPTIONS].filter(Boolean).join(' '),
      }),
    },
  });
  return new Promise((settle) => {
    child.on('error', (error) => settle(fail(`${nodePath} did not start: ${error.message}`)));
    child.on('exit', (code, signal) =>
      settle(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
    );
  });
}
