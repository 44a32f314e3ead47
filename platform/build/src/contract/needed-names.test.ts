import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { neededNames } from './needed-names.ts';
import { startCompiler, withProgram } from './program.ts';

const parent = join(import.meta.dirname, '../../.test');
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(join(parent, 'names-'));
const compiler = startCompiler(folder);
afterAll(() => {
  compiler.close();
  rmSync(folder, { recursive: true, force: true });
});

let written = 0;

/** Which of `gone` and `lost` a script needs. The compiler reads a file once, so each has a name of its own. */
function neededIn(code: string, place = 'src'): string[] {
  written += 1;
  const file = join(folder, place, `${written}.js`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `import * as React from 'react';\n${code}\n`);
  const names = withProgram(
    folder,
    [],
    ({ program }) => {
      const found = program.getSourceFile(file);
      if (found === undefined) throw new Error(`${file} is not in the program`);
      return neededNames(found, 'react', new Set(['gone', 'lost']));
    },
    { more: [file], compiler },
  );
  return [...names];
}

it.each([
  'React.gone();',
  '(0, React.gone)(1);',
  "React['gone']();",
  'new React.gone();',
  'class Own extends React.gone {}',
  'React.gone.part;',
  'React.createElement(React.gone, null);',
  'const { gone } = React; gone();',
  'const { gone: own } = React; own();',
  'const own = React.gone; own();',
  "import { gone as own } from 'react'; export const call = () => own();",
  'if (React.lost) React.gone();',
])('are needed: %s', (code) => {
  expect(neededIn(code)).toEqual(['gone']);
});

it.each([
  'export const has = React.gone !== undefined;',
  "if (typeof React.gone === 'function') React.gone();",
  "if ('gone' in React) React.gone();",
  'React.gone && React.gone();',
  'React.gone ? React.gone() : null;',
  'React.gone?.();',
  'const own = React.gone ?? (() => {}); own();',
  'const own = React.gone; export const call = () => (own ? own() : null);',
  "const has = 'gone' in React; export function call() { if (!has) return null; return React.gone(); }",
  'const { gone = () => {} } = React; gone();',
  'try { React.gone(); } catch {}',
  'export { gone } from "react";',
  'class Own { gone() {} call() { this.gone(); } }',
  'function gone() {} gone();',
])('are only looked for: %s', (code) => {
  expect(neededIn(code)).toEqual([]);
});

it('are looked for by an installed package under any condition, which own code has to state', () => {
  const code =
    'export const nodeOf = (props) => props.node ? props.node.current : React.gone(props);';
  expect(neededIn(code, 'src')).toEqual(['gone']);
  expect(neededIn(code, 'node_modules/old')).toEqual([]);
  expect(neededIn('React.gone();', 'node_modules/old')).toEqual(['gone']);
});
