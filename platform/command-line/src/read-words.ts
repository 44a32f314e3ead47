import { type Command, CommanderError } from 'commander';
import { commandOf, type Place, programOf } from './command.ts';
import { completion, hasCompletion, tellShell } from './completion.ts';
import type { Asked, CommandLine, ReadWords, Verb } from './verb.ts';

/** Reads the words after the name of a program with verbs. */
export async function readWords<V extends Verb>(
  line: CommandLine<V>,
  given: readonly string[],
): Promise<Asked<V>> {
  const words = withoutSeparator(given);
  const [first = '', second] = words;
  const { program, verbs, otherwise = '', earlier, options } = line;
  if (first === 'help' && second !== undefined) return readWords(line, [second, '--help']);
  if (first === completion.name && hasCompletion(line)) {
    const place = { caller: program };
    const asked = readVerb(`${program} ${first}`, completion, words.slice(1), place);
    return asked.ask === 'run' ? tellShell(line, asked.read) : asked;
  }
  if (first === '' ? otherwise === '' : asksForHelp(first)) {
    const all = await Promise.all(Object.values(verbs).map((load) => load()));
    return parse(programOf(line, hasCompletion(line) ? [...all, completion] : all), ['--help']);
  }
  const name = earlier?.get(first) ?? first;
  const isNamed = Object.hasOwn(verbs, name);
  const verb = await verbs[isNamed ? name : otherwise]?.();
  if (verb === undefined) {
    const known = Object.keys(verbs).map((one) => ({ name: one, summary: '' }));
    return parse(programOf(line, known), [first]);
  }
  const rest = isNamed ? words.slice(1) : words;
  const place = { options, caller: program };
  return readVerb(isNamed ? `${program} ${verb.name}` : program, verb, rest, place);
}

/**
 * Reads the words after the name of a verb, or of a program that does one thing.
 *
 * @param program all that a person types before them: `npm run backup --`
 */
export function readVerb<V extends Verb>(
  program: string,
  verb: V,
  given: readonly string[],
  place: Place = {},
): Asked<V> {
  const words = withoutSeparator(given);
  if (verb.within !== undefined) return { ask: 'run', verb, read: onlyWords(words) };
  const command = commandOf(program, verb, place);
  let read: ReadWords | undefined;
  command.action(() => {
    read = optionsOf(command, Object.keys(verb.options ?? {}));
  });
  const asked = parse(command, asksForHelp(words[0] ?? '') ? ['--help'] : words);
  return read === undefined ? asked : { ask: 'run', verb, read };
}

/** Whether a word in the place of a verb asks for help. */
const asksForHelp = (word: string): boolean => /^(-h|--help|help)$/.test(word);

/** npm takes the `--` before a command's words, and pnpm leaves it there. */
const withoutSeparator = (words: readonly string[]): readonly string[] =>
  words[0] === '--' ? words.slice(1) : words;

/** Has the library read words; what it would print. */
function parse(
  command: Command,
  words: readonly string[],
): { ask: 'text'; text: string } | { ask: 'unclear'; problem: string; next: string } {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), writeErr: () => {} });
  try {
    command.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode > 0) {
      return { ask: 'unclear', problem: lineOf(error), next: `Try: ${command.name()} --help` };
    }
  }
  return { ask: 'text', text: text.trimEnd() };
}

/** The library writes a suggestion as a second line, in parentheses. */
function lineOf({ message }: CommanderError): string {
  const line = message.replace(/^error: /, '').replace(/\n\((.*)\)$/, '. $1');
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`.replace(/[^.?]$/, '$&.');
}

function optionsOf(command: Command, own: readonly string[]): ReadWords {
  const values = new Map<string, unknown>(
    command.options.map((option) => [
      option.long?.slice(2) ?? '',
      command.getOptionValue(option.attributeName()),
    ]),
  );
  const texts = (option: string) =>
    [values.get(option) ?? []].flat().filter((one) => typeof one === 'string');
  return {
    words: command.args,
    text: (option) => texts(option)[0],
    texts,
    flag: (option) => values.get(option) === true,
    options: own.filter((option) => values.get(option) !== undefined),
  };
}

const onlyWords = (words: readonly string[]): ReadWords => ({
  words,
  text: () => undefined,
  texts: () => [],
  flag: () => false,
  options: [],
});
