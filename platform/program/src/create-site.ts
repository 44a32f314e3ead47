import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { writeFromTemplate } from '@tallystick/build/from-template';

/** Beside this file, as it is written or as it is bundled. */
const template = join(import.meta.dirname, '../template');

/** What a new site may open of its pages' policy, as a person is asked about it. */
const questions = {
  injectedStyles: 'May libraries write styles into pages, as MUI, Mantine and CodeMirror do?',
  cleanedMarkup: 'May libraries write markup, which DOMPurify cleans, as Leaflet and ECharts do?',
};
const openings = Object.keys(questions);

interface CreateOptions {
  /** A folder with the platform's tarballs. */
  kit: string | undefined;
  /** Openings, with commas between them; absent: a person at a terminal is asked, and nobody else. */
  open: string | undefined;
}

/**
 * Writes a small site into a new folder of its name; answers the exit code.
 *
 * @throws Error with one line for a person.
 */
export async function createSite(
  words: readonly string[],
  { kit, open }: CreateOptions,
): Promise<number> {
  const [name, ...unread] = words;
  if (name === undefined || unread.length > 0) {
    throw new Error('Say how the site is called, in one word: tallystick create bakery');
  }
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const opened = open === undefined ? await askForOpenings() : openingsIn(open);
  const fields = opened.map((opening) => `${opening}: true`).join(', ');
  writeFromTemplate(name, {
    folder: template,
    kit,
    words: {
      'site-name': name,
      'Site Name': title,
      'openings: {}': fields === '' ? 'openings: {}' : `openings: { ${fields} }`,
    },
    ignored: ['node_modules/', 'dist/', '.data/'],
  });
  console.log(`${name} is there. Next: cd ${name} && npm install && npm start`);
  return 0;
}

function openingsIn(text: string): string[] {
  const named = text.split(',').filter((opening) => opening !== '');
  const unknown = named.find((opening) => !openings.includes(opening));
  if (unknown === undefined) return named;
  throw new Error(`"${unknown}" is no opening of a new site: ${openings.join(', ')}`);
}

/** Those that a person says yes to; the strict policy is what Enter gives. */
async function askForOpenings(): Promise<string[]> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return [];
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const opened: string[] = [];
  for (const [opening, question] of Object.entries(questions)) {
    if (/^y/i.test(await lines.question(`${question} [y/N] `))) opened.push(opening);
  }
  lines.close();
  return opened;
}
