import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Result, refused } from '@tallystick/contract/result';
import * as v from 'valibot';
import type { SiteDefinition } from './define-site.ts';
import { definitionSchema, problemOf } from './definition-schema.ts';

/** As it is written, and as it is bundled. */
const usualNames = ['site.config.ts', 'site.config.js'];

/** Whether a folder has the definition of a site. */
export const hasSite = (folder: string): boolean => siteIn(folder) !== undefined;

const siteIn = (folder: string) =>
  usualNames.map((name) => join(folder, name)).find((path) => existsSync(path));

/**
 * Loads the definition of the site and checks it. `problem` is one line for a person.
 *
 * @param folder where it is looked for if `file` does not name it
 */
export async function loadSite(folder: string, file?: string): Promise<Result<SiteDefinition>> {
  const path = file === undefined ? siteIn(folder) : resolve(file);
  if (path === undefined) {
    return refused(
      `There is no site.config.ts in ${folder}: start where it is, or name it in SITE_CONFIG.`,
    );
  }
  if (!existsSync(path)) return refused(`SITE_CONFIG=${file} names no file that is there.`);
  let module: object;
  try {
    // Bundled programs load it, too: it is no part of them.
    module = await import(/* webpackIgnore: true */ pathToFileURL(path).href);
  } catch (error) {
    return refused(`${path} cannot be loaded: ${error instanceof Error ? error.message : error}`);
  }
  if (!('default' in module) || typeof module.default !== 'object' || module.default === null) {
    return refused(
      `${path} exports no site: it has to say export default defineSite({ names: … }).`,
    );
  }
  const checked = v.safeParse(definitionSchema, module.default);
  if (!checked.success) return refused(`${path}: ${problemOf(checked.issues)}.`);
  return { ok: true, value: checked.output };
}
