import { completionScripts } from './completion-scripts.ts';
import type { Asked, CommandLine, ReadWords, Verb } from './verb.ts';

/** The verb of every program that is called by one word. */
export const completion: Verb = {
  name: 'completion',
  takes: 'bash | zsh | fish',
  summary: 'a script by which your shell completes verbs and options',
  about: 'Prints a script for your shell, which asks this program at each press of the Tab key.',
  examples: [['completion bash >> ~/.bashrc', 'from your next shell on']],
};

/** A shell knows a program by one word. */
export const hasCompletion = ({ program }: CommandLine): boolean => !program.includes(' ');

/** A shell's script, or, after `--`, what the last of these words may be: a line each, of a word and what it is. */
export async function tellShell(
  line: CommandLine,
  { words }: Pick<ReadWords, 'words'>,
): Promise<Exclude<Asked<Verb>, { ask: 'run' }>> {
  const [first = '', ...typed] = words;
  if (first === 'words') {
    const found = await completionsOf(line, typed);
    return { ask: 'text', text: found.map((one) => one.join('\t')).join('\n') };
  }
  const script = completionScripts.get(first);
  if (script !== undefined && typed.length === 0) {
    return { ask: 'text', text: script(line.program) };
  }
  const shells = [...completionScripts.keys()].join(', ');
  const next = `Try: ${line.program} completion --help`;
  return { ask: 'unclear', problem: `Name one shell: ${shells}.`, next };
}

/**
 * What the last of the words after a program's name may become, each with what it is. None where a file may stand,
 * or what only a person knows: there a shell names files.
 */
export async function completionsOf(
  line: CommandLine,
  words: readonly string[],
): Promise<readonly (readonly [string, string])[]> {
  const begun = words.at(-1) ?? '';
  const [first, ...before] = words.slice(0, -1);
  const found =
    first === undefined ? await verbsOf(line) : await wordsOf(line, first, [...before, begun]);
  return found.filter(([word]) => word.startsWith(begun));
}

type Found = (readonly [string, string])[];

async function verbsOf(line: CommandLine): Promise<Found> {
  const all = await Promise.all(Object.values(line.verbs).map((load) => load()));
  const shown = hasCompletion(line) ? [...all, completion] : all;
  return shown.map(({ name, summary }) => [name, summary]);
}

async function wordsOf(
  { verbs, earlier, options: everywhere }: CommandLine,
  first: string,
  rest: readonly string[],
): Promise<Found> {
  const name = earlier?.get(first) ?? first;
  const own = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  const verb = first === completion.name ? completion : await own?.();
  if (verb === undefined) return [];
  const program = await verb.within?.();
  if (program) return [...(await completionsOf(program, rest))];
  const { takes = '', options } = verb;
  const begun = rest.at(-1) ?? '';
  const all = Object.entries(verb === completion ? {} : { ...options, ...everywhere });
  const after = all.find(([option]) => `--${option}` === rest.at(-2));
  if (after?.[1].value !== undefined) return [];
  // Lower-case words of `list | end ID` are typed as they are.
  const fixed = takes.split(' | ').flatMap((use) => /^[a-z]+/.exec(use) ?? []);
  const found: Found = rest.length === 1 ? fixed.map((word) => [word, verb.summary]) : [];
  const isFile = /FILE|FOLDER/.test(takes);
  if (isFile && !begun.startsWith('-')) return found;
  const left = all.filter(([option, { multiple }]) => multiple || !rest.includes(`--${option}`));
  return [...found, ...left.map(([option, { about }]) => [`--${option}`, about] as const)];
}
