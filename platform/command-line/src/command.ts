import { Command, Option } from 'commander';
import type { CommandLine, Options, Settings, Verb } from './verb.ts';

/** Columns of help, on a terminal and in a file. */
const columns = 100;

/** Where a verb stands. */
export interface Place {
  /** Options beside the verb's own. */
  options?: Options | undefined;
  /** What a person types before the words of its examples, if it is less than before its own. */
  caller?: string;
}

/** A verb as the library reads it; `program` is all that a person types before its words. */
export function commandOf(program: string, verb: Verb, place: Place): Command {
  const { takes, about, options, settings = {}, examples = [] } = verb;
  const command = started(program, about).usage([takes, '[options]'].filter(Boolean).join(' '));
  if (takes !== undefined) command.argument('[words...]');
  // The library would name its own word for those that `takes` tells of.
  command.configureHelp({ helpWidth: columns, visibleArguments: () => [] });
  for (const [name, { value, about: does, multiple }] of Object.entries({
    ...options,
    ...place.options,
  })) {
    const option = new Option(`--${name}${value === undefined ? '' : ` <${value}>`}`, does);
    if (value !== undefined) option.argParser(valueReader(command, name, multiple === true));
    command.addOption(option);
  }
  addSettings(command, settings);
  if (examples.length > 0) {
    const { caller = program } = place;
    const lines = examples.flatMap(([words, does]) => [
      ...(does === '' ? [] : [`  # ${does}`]),
      `  ${caller} ${words}`.trimEnd(),
    ]);
    command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
  return command;
}

/** A program that knows its verbs by name: for its help, and for what is none of them. */
export function programOf(
  { program, about, settings = {}, more }: CommandLine,
  verbs: readonly Pick<Verb, 'name' | 'summary'>[],
): Command {
  const help = 'this text; after a verb, more on it';
  const command = started(program, about, help).usage('VERB …').helpCommand(false);
  command.configureHelp({ helpWidth: columns, subcommandTerm: (verb) => verb.name() });
  for (const { name, summary } of verbs) command.command(name).summary(summary);
  addSettings(command, settings);
  if (more !== undefined) command.addHelpText('after', `\n${more}`);
  return command;
}

function started(name: string, about: string, help = 'this text'): Command {
  return new Command(name).description(about).helpOption('-h, --help', help).exitOverride();
}

/** Lists settings in the help of a command as it lists its options. */
function addSettings(command: Command, settings: Settings): void {
  const rows = Object.entries(settings);
  if (rows.length === 0) return;
  const width = Math.max(...rows.map(([name]) => name.length));
  command.addHelpText('after', () => {
    const help = command.createHelp();
    const lines = rows.map(([name, about]) => help.formatItem(name, width, about, help));
    return `\nSettings (environment):\n${lines.join('\n')}`;
  });
}

/** Values of an option are kept as a list. */
function valueReader(command: Command, name: string, isMultiple: boolean) {
  return (value: string, before: readonly string[] | undefined): readonly string[] => {
    if (/^--./.test(value)) command.error(`--${name} is followed by ${value}, and needs a value.`);
    if (before !== undefined && !isMultiple) {
      command.error(`--${name} is given several times, and means one thing.`);
    }
    return [...(before ?? []), value];
  };
}
