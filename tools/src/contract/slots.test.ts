import { startCompiler } from '@tallystick/build/contract/program';
import { afterAll, describe, expect, it } from 'vitest';
import { appFolder, contractOf, type Edit, writeApp } from './shipped-apps.testing.ts';

const folder = appFolder();
const compiler = startCompiler(folder.path);
afterAll(() => {
  compiler.close();
  folder.remove();
});

const shows = (name: string): Edit => [
  'src/routes.tsx',
  'fallback={null} /></>',
  `fallback={null} /><Slot name="${name}" props={{ id: 'a', rank: 7 }} /></>`,
];
const imports: Edit = ['src/routes.tsx', 'import { Remote }', 'import { Remote, Slot }'];
const provides: Edit = [
  'shared/composition.ts',
  'export interface RemoteWidgets {}',
  'export interface RemoteWidgets {}\nexport declare function Slot(given: { readonly name: string; readonly props: object }): null;',
];

function record(name: string, slots?: readonly string[]) {
  const { folder: own, declaration } = writeApp(folder.path, 'mfe-notes', [
    provides,
    imports,
    shows(name),
  ]);
  const declared = declaration && { ...declaration, ...(slots && { slots: [...slots] }) };
  return contractOf('mfe-notes', { folder: own, declaration: declared }, compiler);
}

describe('the contract of a build', () => {
  it('has the props that its slots give, as they are written', () => {
    const { slots = {}, types } = record('mfe-notes:beside', ['beside']);
    expect(Object.keys(slots)).toEqual(['mfe-notes:beside']);
    const [place = -1] = slots['mfe-notes:beside'] ?? [];
    const type = types[place];
    const fields = type?.is === 'object' ? Object.entries(type.fields) : [];
    expect(fields.map(([name, field]) => [name, types[field.type]])).toEqual([
      ['id', { is: 'plain', text: '"a"' }],
      ['rank', { is: 'plain', text: '7' }],
    ]);
  });

  it.each([
    ['of another app', 'mfe-cards:beside', /begins with mfe-notes:/],
    ['that remote.json does not list', 'mfe-notes:below', /remote\.json lists it/],
  ])('is none with a slot %s', (_which, name, problem) => {
    expect(() => record(name, ['beside'])).toThrow(problem);
  });
});
