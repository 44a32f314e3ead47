import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { cast } from '../sample/cast.ts';
import { createTransferMaker } from '../sample/transfer-maker.ts';

const script = fileURLToPath(new URL('./main.ts', import.meta.url));
const service = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A process that was started, and what it wrote so far. */
export interface Running {
  child: ChildProcess;
  output(): string;
  errors(): string;
  /** Resolves with the exit code when it has ended. */
  ended: Promise<number | null>;
}

/** The server of a data folder may still be ending in it. */
export const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 10 });

/** Starts `npm run ledger -- …` without npm. */
export function startLedger(words: string[], variables: Record<string, string>): Running {
  return start([process.execPath, script, ...words], variables);
}

/** The same, to its end. On a slow machine it says how far it is, which is no error. */
export async function runLedger(words: string[], variables: Record<string, string>) {
  const running = startLedger(words, variables);
  const code = await running.ended;
  const errors = running.errors().replaceAll(/^.*[\d,]+ records, [\d,]+ a second\n/gm, '');
  return { code, output: running.output(), errors };
}

/**
 * Starts the ledger service, on a free port unless the variables name one, and waits until it is
 * ready; `origin` is where it listens. `before` are words before the command.
 */
export async function startService(
  variables: Record<string, string>,
  before: readonly string[] = [],
): Promise<Running & { origin: string }> {
  const port = variables.BACKEND_PORT ?? String(await freePort());
  const settings = { DEMO: 'off', ...variables, BACKEND_PORT: port };
  const running = start([...before, process.execPath, service], settings);
  await new Promise<void>((ready, fail) => {
    running.child.stdout?.on('data', () => {
      if (running.output().includes('Ledger service is ready')) ready();
    });
    running.ended.then(() => fail(new Error(`The service ended: ${running.errors()}`)));
  });
  return { ...running, origin: `http://127.0.0.1:${port}` };
}

function start(words: string[], variables: Record<string, string>): Running {
  const { PATH = '' } = process.env;
  const [command = '', ...rest] = words;
  const child = spawn(command, rest, {
    env: { PATH, ...nodeVariables, ...variables },
    stdio: 'pipe',
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (part) => {
    output += part;
  });
  child.stderr.on('data', (part) => {
    errors += part;
  });
  // A killed process leaves its input unread.
  child.stdin.on('error', () => {});
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return { child, output: () => output, errors: () => errors, ended };
}

/** Lines of a ledger of 154 parties and so many transfers, all new. */
export function ledgerLines(transfers: number): string[] {
  const maker = createTransferMaker({ seed: 'file', prefix: 'f' });
  const made = Array.from({ length: transfers }, (_, n) => maker.create(1_700_000_000_000 + n));
  return [...cast, ...made].map((record) => `${JSON.stringify(record)}\n`);
}

/** A file of ledger lines in a folder. */
export async function ledgerFile(folder: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, 'input.ndjson');
  await writeFile(path, lines.join(''));
  return path;
}
