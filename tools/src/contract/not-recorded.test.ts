import { startCompiler } from '@tallystick/build/contract/program';
import { afterAll, expect, it } from 'vitest';
import { appFolder, recordedOf, usesOfNotes, writeApp } from './shipped-apps.testing.ts';

const folder = appFolder();
afterAll(() => folder.remove());

/** So many types, each with a field of the next, that to follow them takes more stack than there is. */
const depth = 4_000;
const chain = Array.from(
  { length: depth },
  (_, at) => `interface Link${at} { next: Link${at + 1} }`,
);

it('a type that cannot be recorded is a note, and stands for anything', () => {
  const written = writeApp(folder.path, 'mfe-cards', [
    [
      'src/card.tsx',
      'interface CardProps {',
      `${chain.join('\n')}\ninterface Link${depth} { end: string }\ninterface CardProps { readonly chain?: Link0;`,
    ],
  ]);
  const compiler = startCompiler(folder.path);
  try {
    const { contract, notes } = recordedOf('mfe-cards', written, compiler);
    expect(notes).toEqual([
      expect.stringMatching(
        /^src\/card\.tsx: a type is not recorded, so nothing is compared with it: /,
      ),
    ]);
    expect(contract.types[contract.exposes?.['./card'] ?? -1]).toEqual({
      is: 'plain',
      text: 'unknown',
    });
  } finally {
    compiler.close();
  }
});

it('a widget of an app whose types nobody fetched is a note that says how', () => {
  const written = writeApp(folder.path, 'mfe-notes', [
    ['src/remotes/mfe-cards.d.ts', 'interface RemoteWidgets', 'interface UnknownWidgets'],
  ]);
  const compiler = startCompiler(folder.path);
  try {
    const { notes } = recordedOf('mfe-notes', written, compiler, usesOfNotes);
    expect(notes).toEqual(['No types of mfe-cards: release types mfe-cards.']);
    const known = writeApp(folder.path, 'mfe-notes', []);
    expect(recordedOf('mfe-notes', known, compiler, usesOfNotes).notes).toEqual([]);
  } finally {
    compiler.close();
  }
});
