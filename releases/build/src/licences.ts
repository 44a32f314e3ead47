import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** What a package.json says of its licence: an SPDX expression; packages of before 2015 have an object. */
export const licenceSchema = v.optional(
  v.union([
    v.string(),
    v.pipe(
      v.object({ type: v.string() }),
      v.transform(({ type }) => type),
    ),
  ]),
  'see its files',
);

/** The texts of licence and notices that lie in the folder of a package. */
export function licenceTexts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
}
