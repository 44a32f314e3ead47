// @vitest-environment jsdom
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { earlierReact } from './earlier-react.ts';

it('is shared under the version that is installed, with what else is bound to React', async () => {
  const { version } = createRequire(import.meta.url)('react-18/package.json');
  expect(earlierReact.version).toBe(version);
  const shares = (await earlierReact.load()).earlierShares(version, {});
  expect(Object.keys(shares.react ?? {})).toEqual([version]);
  expect(shares['@tallystick/shared/router']).toBeDefined();
});
