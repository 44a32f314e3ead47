import { readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';

/**
 * Writes outcomes into a file of JSON, and returns all that it has then, in the order of `names`. What was not tried now
 * stays as it was.
 */
export async function keepOutcomes<Kept extends { readonly name: string }>(
  file: string,
  schema: v.GenericSchema<unknown, Kept>,
  names: readonly string[],
  outcomes: readonly Kept[],
): Promise<Kept[]> {
  const fileSchema = v.pipe(v.string(), v.parseJson(), v.array(schema));
  // Parsed, they have their fields in the schema's order: a run changes no line that says the same.
  const now = v.parse(v.array(schema), outcomes);
  const known = [...now, ...v.parse(fileSchema, await readFile(file, 'utf8'))];
  const kept = names.flatMap((name) => known.find((one) => one.name === name) ?? []);
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`);
  return kept;
}
