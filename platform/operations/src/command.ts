import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readEnvironment } from '@tallystick/settings/environment';
import { lineOf } from '@tallystick/store/error-code';
import { commandLine } from '@tallystick/store/program-version';
import { fail, type Io, interruption, openIo, outliveReaders } from '@tallystick/terminal/io';

/** What was typed after the name of a command. */
export interface Given {
  /** The path that was named, made absolute; '' if the command takes none. */
  file: string;
  text(option: string): string | undefined;
  on(option: string): boolean;
}

/** A command for whoever runs servers. */
export interface Command {
  /** Its help is `help/<name>.txt`. */
  name: 'backup' | 'restore' | 'migrate';
  takesFile: boolean;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Answers the exit code; rejects with one line for a person. */
  run(given: Given, io: Io): Promise<number>;
}

/** Runs a command with these words; the exit code: its own, 1 if it could not run to the end, 130 by Ctrl-C. */
export async function runCommand(command: Command, words: readonly string[]): Promise<number> {
  outliveReaders();
  // What makes no file just ends: its transaction is undone.
  const signal = command.takesFile ? interruption() : new AbortController().signal;
  try {
    return await start(command, words, signal);
  } catch (error) {
    fail(signal.aborted ? 'Stopped; nothing was changed.' : problemOf(error, command));
    return signal.aborted ? 130 : 1;
  }
}

/** Node's own line on an unknown option is about words that begin with a dash. */
function problemOf(error: unknown, { name }: Command): string {
  const line = lineOf(error);
  const option = /^Unknown option '(--?[^']*)'/.exec(line)?.[1];
  return option === undefined
    ? line
    : `There is no option ${option}. Try: ${commandLine(`${name} --help`)}`;
}

async function start(
  { name, takesFile, options, run }: Command,
  words: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const known: Command['options'] = { ...options, help: { type: 'boolean', short: 'h' } };
  const args = words.filter((word) => word !== '--');
  const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
  const [file = '', ...others] = positionals;
  if (values.help === true || file === 'help') {
    process.stdout.write(readFileSync(new URL(`../help/${name}.txt`, import.meta.url), 'utf8'));
    return 0;
  }
  if (others.length > 0 || takesFile !== (file !== '')) {
    const what = takesFile ? 'one FILE' : 'no words';
    return fail(`${name} takes ${what}. Try: ${commandLine(`${name} --help`)}`);
  }
  // Only restore fills the folder: the others work on what is there.
  const opened = openIo(readEnvironment(process.env), signal, name !== 'restore');
  if (!opened.ok) return fail(opened.problem);
  const { value: io } = opened;
  const text = (option: string) => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  const path = takesFile ? resolve(io.folder, file) : '';
  return run({ file: path, text, on: (option) => values[option] === true }, io);
}
