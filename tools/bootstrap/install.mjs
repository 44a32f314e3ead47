import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fetchPnpm } from './pnpm.mjs';
import { dependencyFolders } from './workspace.mjs';

const stampPath = 'node_modules/.tallystick-install';
/** pnpm does without what is optional, such as this platform's Node, where the network fails. */
const leftOut = 'is an optional dependency that could not be fetched';

/**
 * Installs the dependencies unless those in place are whole and belong to the present lockfile.
 * @param {string} root the project's folder
 * @param {string} logFolder where install.log goes
 * @returns {Promise<string | undefined>} what went wrong, in one line
 */
export async function bringUpToDate(root, logFolder) {
  if (isUpToDate(root)) return undefined;
  rmSync(join(root, stampPath), { force: true });
  const log = join(logFolder, 'install.log');
  // The data folder is for this user alone; what is installed may be for others, so umask stays.
  mkdirSync(logFolder, { recursive: true, mode: 0o700 });

  // Standard output is the command's own.
  const progress = showProgress(process.stderr);
  const problem = await install(root, log, { report: progress.report });
  progress.end(problem === null);
  const where = relative(root, log);
  if (problem !== null) return problem ?? `The dependencies could not be installed; see ${where}.`;
  if (!isWhole(root)) return `The installed dependencies are not whole; see ${where}.`;
  writeFileSync(join(root, stampPath), fingerprint(root));
  return undefined;
}

/**
 * Whether the dependencies in place are whole and belong to the present lockfile.
 * @param {string} root the project's folder
 */
export function isUpToDate(root) {
  const stamp = join(root, stampPath);
  return isWhole(root) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root);
}

/**
 * The Node that runs this is left out on purpose: nothing that is installed depends on it.
 * @param {string} root
 */
function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
    hash.update(readFileSync(join(root, name)));
  }
  return hash.digest('hex');
}

/** @param {string} root */
function isWhole(root) {
  return dependencyFolders(root).every((folder) => existsSync(folder));
}

/**
 * Installs what the lockfile of a workspace names, with the pnpm that its package.json names.
 * @param {string} root
 * @param {string} logPath
 * @param {{words?: string[], report?: (text: string) => void}} options what pnpm is told beside; gets what it prints
 * @returns {Promise<string | null | undefined>} null: it is done; what went wrong, in one line; undefined: the log says it
 */
export async function install(root, logPath, { words = [], report }) {
  const log = createWriteStream(logPath, { mode: 0o600 });
  // A full disk, above all: pnpm then says so by its exit code.
  log.on('error', (error) => console.error(`The log cannot be written: ${error.message}`));
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-pnpm-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const pnpm = await fetchPnpm(root, folder, (command, args) => run(command, args, root, log));
    if (!pnpm.ok) return pnpm.problem;
    const all = [
      'install',
      '--frozen-lockfile',
      '--reporter=append-only',
      '--config.confirmModulesPurge=false',
      ...words,
    ];
    const ended = await run(process.execPath, [pnpm.script, ...all], root, log, report);
    return ended === 0 ? null : undefined;
  } finally {
    process.off('exit', remove);
    remove();
    await new Promise((settle) => log.end(settle));
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} root
 * @param {import('node:fs').WriteStream} log
 * @param {(text: string) => void} report gets what it prints
 * @returns {Promise<number>} the exit code, 1 if pnpm left something out, 127 if the command could not be started
 */
function run(command, args, root, log, report = () => {}) {
  // NODE_ENV=production would leave out what builds and tests need.
  const { NODE_ENV: _, ...env } = process.env;
  // Before the child is there: a signal just after its start would leave it behind.
  /** @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal */
  const stop = (signal) => {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
    process.exit(128 + constants.signals[signal]);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  // In a group of its own, since none of them passes on what ends it to all that it starts.
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
    log.write(text);
    report(String(text));
  });
  child.stderr.on('data', (text) => log.write(text));
  return new Promise((settle) => {
    /** @param {number} code */
    const end = (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', stop);
      settle(code);
    };
    child.on('error', (error) => {
      log.write(`${command} did not start: ${error.message}\n`);
      end(127);
    });
    child.on('close', (code) => end(said.includes(leftOut) ? 1 : (code ?? 1)));
  });
}

/**
 * One line that is kept up to date on a terminal; elsewhere a line at the start and at the end.
 * @param {NodeJS.WriteStream} output
 */
function showProgress(output) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;
  if (!output.isTTY) {
    output.write('Installing the dependencies; the first time takes a minute or two\n');
    return {
      report() {},
      /** @param {boolean} ok */
      end: (ok) => ok && output.write(`Installed in ${seconds()}\n`),
    };
  }
  let detail = '';
  const draw = () => output.write(`\r\u001b[KInstalling the dependencies  ${seconds()}  ${detail}`);
  const timer = setInterval(draw, 200);
  return {
    /** @param {string} text */
    report(text) {
      const counts = [...text.matchAll(/Progress: .*?added (\d+)/gs)].at(-1);
      if (counts) detail = `${counts[1]} packages`;
    },
    /** @param {boolean} ok */
    end(ok) {
      clearInterval(timer);
      output.write('\r\u001b[K');
      if (ok) output.write(`Dependencies brought up to date in ${seconds()}\n`);
    },
  };
}
