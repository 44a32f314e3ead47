/** An option of a verb. */
export interface Option {
  /** It may be given several times. */
  multiple?: true;
  /** What stands for its value in help, such as `N`; absent: it has none. */
  value?: string;
  about: string;
}

export type Options = Readonly<Record<string, Option>>;

/** Environment variables that are read, by their names, each with what it is. */
export type Settings = Readonly<Record<string, string>>;

/** One thing that a program can do. Help, completion and the reading of words are made from it. */
export interface Verb {
  name: string;
  /** What follows the name, as help shows it: `FOLDER…`, `list | end ID`; absent: it takes no words. */
  takes?: string;
  /** One line. */
  summary: string;
  /** What one should know before the first use; lines of at most 100 letters. */
  about: string;
  options?: Options;
  /** Words after the program's name, each with what they do. */
  examples?: readonly (readonly [string, string])[];
  settings?: Settings;
  /** The program that reads all words after the name itself, with help of its own. */
  within?: () => Promise<CommandLine | null>;
}

/** A program with verbs. Each is loaded as it is used. */
export interface CommandLine<V extends Verb = Verb> {
  /** How it is called, as help shows it: `npm run release --`. */
  program: string;
  /** What it is for; the first line of its help. */
  about: string;
  verbs: Readonly<Record<string, () => Promise<V>>>;
  /** The name of the verb that is meant where none is named. */
  otherwise?: string;
  /** What verbs were called before, with their names of now. */
  earlier?: ReadonlyMap<string, string>;
  /** Options of every verb. */
  options?: Options;
  settings?: Settings;
  /** What help says at its end. */
  more?: string;
}

/** The words that a verb was given. */
export interface ReadWords {
  /** Those that are no options. */
  words: readonly string[];
  text(option: string): string | undefined;
  /** All values of an option that may be repeated. */
  texts(option: string): readonly string[];
  flag(option: string): boolean;
  /** The names of the verb's own options that are given. */
  options: readonly string[];
}

/** What somebody asks a program for by the words after its name. */
export type Asked<V extends Verb> =
  | { ask: 'run'; verb: V; read: ReadWords }
  /** Help, or what a shell wants to know, for standard output. */
  | { ask: 'text'; text: string }
  /** The words are not understood. `problem` is one line for a person; `next`: what to type instead. */
  | { ask: 'unclear'; problem: string; next: string };
