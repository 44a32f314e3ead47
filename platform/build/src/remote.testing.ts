import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A remote of one page in a folder of its own, beside this package so that it finds its tools, until the file's tests end. */
export function makeRemote(text: string, declaration: object = {}): string {
  const parent = join(import.meta.dirname, '..', '.test');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'remote-'));
  folders.push(folder);
  mkdirSync(join(folder, 'src'));
  const write = (file: string, content: string) => writeFileSync(join(folder, file), content);
  const dependencies = { '@tallystick/shared': 'workspace:*' };
  write('package.json', JSON.stringify({ name: '@team/mfe-note', version: '1.2.3', dependencies }));
  write(
    'remote.json',
    JSON.stringify({
      name: 'mfe-note',
      title: 'Notes',
      routes: [{ path: '/notes', page: 'Notes' }],
      menu: [],
      ...declaration,
    }),
  );
  write(
    'rspack.config.ts',
    `import { appConfiguration } from '../../src/preset.ts';\nexport default appConfiguration(import.meta.dirname);\n`,
  );
  write('src/note.module.css', '.note { color: green }');
  write(
    'src/routes.tsx',
    `import { useState } from 'react';
import styles from './note.module.css';
function Note() {
  const [text] = useState('${text}');
  return <p className={styles.note}>{text}</p>;
}
export const routes = { '/notes': { Component: Note } };
`,
  );
  symlinkSync(
    join(import.meta.dirname, '../../../mfe-ledger/node_modules'),
    join(folder, 'node_modules'),
  );
  return folder;
}
