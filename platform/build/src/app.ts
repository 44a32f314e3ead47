import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueSentence, predicateOf } from '@tallystick/contract/issue-sentence';
import type { Owner } from '@tallystick/contract/owner';
import { parseDeclaration, type ReadDeclaration } from '@tallystick/contract/parse-declaration';
import { appNameSchema } from '@tallystick/contract/release';
import type { RemoteDeclaration } from '@tallystick/contract/remote';
import * as v from 'valibot';

/** What is shipped on its own: the shell, or a remote with its declaration. */
export interface App {
  folder: string;
  name: string;
  version: string;
  declaration: RemoteDeclaration | null;
  /** The team that a remote belongs to, where its remote.json says. */
  owner?: Owner | undefined;
  /** What is to be told of its remote.json though that is taken: a line each. */
  notes: readonly string[];
}

const packageSchema = v.object({
  name: v.pipe(
    v.string(),
    v.transform((name) => name.replace(/^@[^/]+\//, '')),
    appNameSchema,
  ),
  version: v.pipe(
    v.string(),
    v.regex(
      /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[a-z0-9.]+)?$/,
      ({ input }) => `is ${input}, which is no version such as 1.2.0`,
    ),
  ),
});

/**
 * Reads an app's package.json and, for a remote, its remote.json.
 *
 * @throws Error with one line that names the file and what is wrong with it.
 */
export function readApp(folder: string): App {
  const { name, version } = readPackage(join(folder, 'package.json'));
  const file = join(folder, 'remote.json');
  if (!existsSync(file)) return { folder, name, version, declaration: null, notes: [] };
  const { declaration, owner, notes } = readDeclaration(folder);
  if (declaration.name !== name) {
    throw new Error(`${file}: its name is "${declaration.name}", the package's is "${name}"`);
  }
  const app = { folder, name, version, declaration, owner, notes };
  const missing = exposedFiles(app).find(([, path]) => !existsSync(join(folder, path)));
  if (missing) throw new Error(`${file}: ${missingWords(missing, declaration.routes.length)}`);
  return app;
}

function missingWords([expose, path]: readonly [string, string], pages: number): string {
  if (expose !== './routes') return `exposes ${expose}, and there is no ${path}`;
  const none = pages === 0 ? ', also where it has none: export const routes = {}' : '';
  return `there is no ${path}, which exports its pages${none}`;
}

/**
 * Reads the declaration of the remote in `folder`; its notes are lines that name the file.
 *
 * @throws Error with one line that names the file and what is wrong with it.
 */
export function readDeclaration(folder: string): ReadDeclaration {
  const file = join(folder, 'remote.json');
  const read = parseDeclaration(readText(file), null);
  if (!read.ok) throw new Error(`${file}: ${read.problem}`);
  const { declaration, owner, notes } = read.value;
  return { declaration, owner, notes: notes.map((note) => `${file}: ${note}`) };
}

/** What a remote exposes, its pages first, each with the file that it is made of. */
export function exposedFiles({ declaration }: App): [expose: string, file: string][] {
  if (declaration === null) return [];
  const widgets = declaration.exposes ?? [];
  return ['./routes', ...widgets].map((expose) => [expose, `src/${expose.slice(2)}.tsx`]);
}

function readPackage(file: string): v.InferOutput<typeof packageSchema> {
  const text = readText(file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
  const result = v.safeParse(packageSchema, content, { message: predicateOf });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${file}: ${issueSentence(issue, 'it')}`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}
