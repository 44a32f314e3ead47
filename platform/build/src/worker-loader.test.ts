import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rspack, type Stats } from '@rspack/core';
import { expect, it, onTestFinished } from 'vitest';
import { readApp } from './app.ts';
import { moduleRules } from './module-rules.ts';
import { makeRemote } from './remote.testing.ts';

it.each([
  ['is broken', (file: string) => writeFileSync(file, 'export const double = (')],
  ['is removed', (file: string) => rmSync(file)],
])(
  'a worker is compiled again when what it imports %s, and when that is mended',
  async (_what, spoil) => {
    const folder = makeRemote('first');
    const write = (file: string, content: string) =>
      writeFileSync(join(folder, 'src', file), content);
    write('double.ts', 'export const double = 2;');
    write('worker.ts', `import { double } from './double.ts';\npostMessage(double);\n`);
    write('main.ts', `new Worker(new URL('./worker.ts', import.meta.url));`);
    const seen: boolean[] = [];
    const compiler = rspack({
      context: folder,
      mode: 'development',
      entry: './src/main.ts',
      output: { path: join(folder, 'dist') },
      module: moduleRules(readApp(folder), 'dev', false),
    });
    const watching = compiler.watch({ aggregateTimeout: 20 }, (_error, stats?: Stats) =>
      seen.push(stats?.hasErrors() === false),
    );
    onTestFinished(() => new Promise((done) => watching?.close(() => done())));
    const last = () => seen.at(-1);
    // A bundler has built before it looks for changes.
    const builds = () => {
      write('double.ts', `export const double = ${Math.random()};`);
      return seen.length;
    };
    await expect.poll(builds).toBeGreaterThan(1);
    expect(last()).toBe(true);
    spoil(join(folder, 'src/double.ts'));
    await expect.poll(last).toBe(false);
    write('double.ts', 'export const double = 3;');
    await expect.poll(last).toBe(true);
  },
);
