import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A picture of a screen, as a file in the folder. */
export interface Picture {
  screen: string;
  look: string;
  file: string;
}

/** Writes `index.html` beside the pictures: one row a screen, one column a look. */
export async function writeGallery(folder: string, pictures: readonly Picture[]): Promise<string> {
  const rows = Map.groupBy(pictures, ({ screen }) => screen);
  const sections = [...rows].map(([screen, row]) => {
    const figures = row.map(
      ({ look, file }) =>
        `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${screen}, ${look}"></a><figcaption>${look}</figcaption></figure>`,
    );
    return `<h2>${screen}</h2>\n<div>${figures.join('\n')}</div>`;
  });
  const path = join(folder, 'index.html');
  await writeFile(
    path,
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
body { margin: 2rem; background: #808080; font: 1rem/1.4 system-ui; }
div { display: flex; gap: 1rem; align-items: start; overflow-x: auto; }
figure { flex: none; margin: 0; }
img { display: block; height: 40rem; object-fit: cover; object-position: top; }
</style>
<h1>Screens</h1>
${sections.join('\n')}
</html>
`,
  );
  return path;
}
