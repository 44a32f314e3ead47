import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from '@tallystick/tools/src/project.ts';

/** As a site's definition has them. */
type Openings = Readonly<Record<string, boolean | readonly string[]>>;

/** Writes the definition of the site with these openings into a folder; answers the variables by which it starts. */
export async function openedSite(
  folder: string,
  openings: Openings,
): Promise<Record<string, string>> {
  const file = join(folder, 'opened.config.mjs');
  const plain = pathToFileURL(inProject('site.config.ts')).href;
  await writeFile(
    file,
    `import site from ${JSON.stringify(plain)};
export default { ...site, openings: ${JSON.stringify(openings)} };
`,
  );
  return { SITE_CONFIG: file };
}
