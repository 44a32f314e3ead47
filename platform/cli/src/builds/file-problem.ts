import { artifactPathSchema } from '@tallystick/registry/contract/artifact-path';
import { largestFile } from '@tallystick/registry/contract/bounds';
import * as v from 'valibot';
import { size } from '../command/figures.ts';
import { type Failure, failure } from '../outcome.ts';

/** So many names are said. */
const maxNames = 5;

/** Why the registry takes no files of these names and bytes, whatever else is with them; null: it does. */
export function fileProblem(
  files: readonly { path: string; byteLength: number }[],
): Failure | null {
  const wrong = files.map(({ path }) => path).filter((path) => !v.is(artifactPathSchema, path));
  if (wrong.length > 0) {
    const names = wrong.slice(0, maxNames).map((path) => JSON.stringify(path));
    const more = wrong.length > maxNames ? ` and ${wrong.length - maxNames} more` : '';
    const [word, it] = wrong.length === 1 ? ['name', 'it'] : ['names', 'them'];
    return failure(
      'unfit',
      `The registry does not take the ${word} ${names.join(', ')}${more}.`,
      `A name has letters from A to Z, digits, - _ . and does not begin with a dot: rename ${it}.`,
    );
  }
  const large = files.find(({ byteLength }) => byteLength > largestFile);
  return large === undefined
    ? null
    : failure(
        'unfit',
        `${large.path} has ${size(large.byteLength)}; at most ${size(largestFile)}.`,
      );
}
