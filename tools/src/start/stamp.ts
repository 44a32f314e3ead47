import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';

const stampSchema = v.object({ inputs: v.string(), build: v.string() });

/** What a build was made from. */
export type Stamp = v.InferOutput<typeof stampSchema>;

/** The stamp in a file; undefined: there is none, or not a whole one. */
export function readStamp(file: string): Stamp | undefined {
  if (!existsSync(file)) return undefined;
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), stampSchema),
    readFileSync(file, 'utf8'),
  );
  return read.success ? read.output : undefined;
}
