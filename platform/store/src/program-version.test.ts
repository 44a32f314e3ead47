import { afterEach, expect, it } from 'vitest';
import { commandLine } from './program-version.ts';

const [node = '', script = ''] = process.argv;
afterEach(() => {
  process.argv.splice(0, 2, node, script);
});

it.each([
  ['/srv/tree/tallystick.js', 'node tallystick.js release verify'],
  ['/srv/site/node_modules/.bin/tallystick', 'npm run release -- verify'],
  ['/srv/site/node_modules/@tallystick/platform/tallystick.js', 'npm run release -- verify'],
  ['/srv/sources/operations/src/backup.ts', 'npm run release -- verify'],
])('a command is called as it is from %s', (program, line) => {
  process.argv.splice(1, 1, program);
  expect(commandLine('release verify')).toBe(line);
});
