import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { inspect, styleText } from 'node:util';
import { visible } from '@tallystick/contract/visible';

/** How a word is meant; shown in colour where there is colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'quiet' | 'strong';

/** Where a command reads and writes. */
export interface Io {
  /** How the command is called, as help shows it. */
  program: string;
  /** Relative folders are relative to this one. */
  folder: string;
  variables: Readonly<Record<string, string | undefined>>;
  /** Writes a line of the answer: standard output. */
  print(line: string): void;
  /** Writes a line beside the answer: standard error. */
  note(line: string): void;
  /** Draws one line beside the answer over the last one; null takes it away. Null: no terminal. */
  draw: ((line: string | null) => void) | null;
  /** Asks a person; null where nobody can answer. */
  ask: ((question: string) => Promise<string>) | null;
  /** Resolves when somebody ends the command, which then ends by itself. */
  ended(): Promise<unknown>;
  paint(tone: Tone, text: string): string;
  /** Milliseconds since 1970. */
  now(): number;
}

const styles = {
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  quiet: 'dim',
  strong: 'bold',
} as const;

/** What `paint` writes. All other controls in a line are of somebody's text. */
const painted = new RegExp(
  `(\u001b\\[(?:${Object.values(styles)
    .flatMap((style) => inspect.colors[style] ?? [])
    .join('|')})m)`,
);
const shown = (line: string) =>
  line
    .split(painted)
    .map((part) => (painted.test(part) ? part : visible(part)))
    .join('');

/** The process's own streams. Colour only on a terminal that has it and no NO_COLOR. */
export function processIo(program: string, folder: string): Io {
  const { stdin, stdout, stderr } = process;
  const colour = stdout.isTTY && stdout.hasColors();
  const person = stdin.isTTY && stderr.isTTY;
  // A reader such as `head` may close the pipe before the end.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  return {
    program,
    folder,
    variables: process.env,
    print: (line) => stdout.write(`${shown(line)}\n`),
    note: (line) => stderr.write(`${shown(line)}\n`),
    draw: stderr.isTTY ? drawOn(stderr) : null,
    ask: person ? askOnTerminal : null,
    ended: () => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]),
    paint: (tone, text) =>
      colour ? styleText(styles[tone], text, { validateStream: false }) : text,
    now: Date.now,
  };
}

function drawOn(terminal: NodeJS.WriteStream): NonNullable<Io['draw']> {
  const write = (line: string) =>
    terminal.write(`\r\u001b[K${line.slice(0, terminal.columns - 1)}`);
  // Ctrl-C ends the command as it always does, and leaves no half of a line.
  const interrupted = () => {
    write('');
    process.kill(process.pid, 'SIGINT');
  };
  return (line) => {
    process.off('SIGINT', interrupted);
    if (line !== null) process.once('SIGINT', interrupted);
    write(line ?? '');
  };
}

/** Ctrl-D and Ctrl-C are answers too: none. */
async function askOnTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const left = new Promise<string>((resolve) => {
    lines.once('close', () => resolve(''));
    lines.once('SIGINT', () => resolve(''));
  });
  try {
    return await Promise.race([lines.question(question), left]);
  } finally {
    lines.close();
  }
}
