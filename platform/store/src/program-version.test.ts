import { afterEach, expect, it } from 'vitest';
import { commandLine, commandName } from './program-version.ts';

const [node = '', script = ''] = process.argv;
afterEach(() => {
  process.argv.splice(0, 2, node, script);
});

it.each([
  ['/srv/tree/tallystick.js', 'node tallystick.js release'],
  ['/srv/site/node_modules/.bin/tallystick', 'npm run release --'],
  ['/srv/site/node_modules/@tallystick/platform/tallystick.js', 'npm run release --'],
  ['/srv/sources/operations/src/backup.ts', 'npm run release --'],
])('a command is called as it is from %s', (program, name) => {
  process.argv.splice(1, 1, program);
  expect(commandLine('release verify')).toBe(`${name} verify`);
  expect(commandName('release')).toBe(name);
});
