import { resolve } from 'node:path';
import { readVerb } from '@tallystick/command-line/read-words';
import type { ReadWords, Verb } from '@tallystick/command-line/verb';
import { readEnvironment } from '@tallystick/settings/environment';
import { lineOf } from '@tallystick/store/error-code';
import { commandName } from '@tallystick/store/program-version';
import { fail, type Io, interruption, openIo, outliveReaders } from '@tallystick/terminal/io';

/** What was typed after the name of a command. */
export interface Given extends ReadWords {
  /** The path that was named, made absolute; '' if the command takes none. */
  file: string;
}

/** A command for whoever runs servers. */
export interface Command extends Verb {
  takes?: 'FILE';
  /** Answers the exit code; rejects with one line for a person. */
  run(given: Given, io: Io): Promise<number>;
}

/** Runs a command with these words; the exit code: its own, 1 if it could not run to the end, 130 by Ctrl-C. */
export async function runCommand(command: Command, words: readonly string[]): Promise<number> {
  outliveReaders();
  // What makes no file just ends: its transaction is undone.
  const makesFile = command.takes !== undefined;
  const signal = makesFile ? interruption() : new AbortController().signal;
  try {
    return await start(command, words, signal);
  } catch (error) {
    fail(signal.aborted ? 'Stopped; nothing was changed.' : lineOf(error));
    return signal.aborted ? 130 : 1;
  }
}

async function start(
  command: Command,
  words: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const program = commandName(command.name);
  const asked = readVerb(program, command, words);
  if (asked.ask === 'unclear') return fail(`${asked.problem} ${asked.next}`);
  if (asked.ask === 'text') {
    process.stdout.write(`${asked.text}\n`);
    return 0;
  }
  const { read } = asked;
  const [file = ''] = read.words;
  if (command.takes === 'FILE' && (read.words.length !== 1 || file === '')) {
    return fail(`${command.name} takes one FILE. Try: ${program} --help`);
  }
  // Only restore fills the folder: the others work on what is there.
  const opened = openIo(readEnvironment(process.env), signal, command.name !== 'restore');
  if (!opened.ok) return fail(opened.problem);
  const { value: io } = opened;
  return command.run({ ...read, file: file && resolve(io.folder, file) }, io);
}
