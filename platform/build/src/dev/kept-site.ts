import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pageConfigurationSchema } from '@tallystick/contract/page-configuration';
import * as v from 'valibot';
import { readSite, type SiteAnswer } from './ask-site.ts';

const keptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    site: v.string(),
    at: v.string(),
    answer: v.object({
      origin: v.string(),
      configuration: pageConfigurationSchema,
      policy: v.string(),
    }),
  }),
);

/** Where a remote keeps what a site has said last; `npm install` may empty it. */
const fileIn = (folder: string) => join(folder, 'node_modules/.cache/tallystick/site.json');

export interface KnownSite {
  readonly answer: SiteAnswer;
  /** It does not answer: why, in one line, and when it said this last. Null: it does. */
  readonly missing: { readonly problem: string; readonly said: string } | null;
}

/**
 * What a site says of itself, or else what it said last to the remote in `folder`. That is enough to go on with a page
 * without the site.
 *
 * @throws Error with one line if it is no site, or has never answered here
 */
export async function siteOrKept(folder: string, site: string): Promise<KnownSite> {
  const file = fileIn(folder);
  const read = await readSite(site);
  if (read.ok) {
    mkdirSync(dirname(file), { recursive: true });
    const at = new Date().toISOString();
    writeFileSync(file, JSON.stringify({ site, at, answer: read.value }));
    return { answer: read.value, missing: null };
  }
  const kept = readKept(file);
  if (read.code === 'no-site' || kept?.site !== site) throw new Error(read.problem);
  const said = `${kept.at.slice(0, 16).replace('T', ' ')} UTC`;
  return { answer: kept.answer, missing: { problem: read.problem, said } };
}

/** Null: nothing is kept yet. */
function readKept(file: string): v.InferOutput<typeof keptSchema> | null {
  if (!existsSync(file)) return null;
  const parsed = v.safeParse(keptSchema, readFileSync(file, 'utf8'));
  return parsed.success ? parsed.output : null;
}
