import { expect, it } from 'vitest';
import { inProject } from '../project.ts';
import { readSources } from './source-files.ts';

it('what an app says of another app’s widgets is what that one says', () => {
  const texts = new Map(readSources(inProject('')).map(({ path, text }) => [path, text]));
  const copies = [...texts].flatMap(([path, text]) => {
    const app = /^[^/]+\/src\/remotes\/([a-z-]+)\.d\.ts$/.exec(path)?.[1];
    return app === undefined
      ? []
      : [{ path, text, original: texts.get(`${app}/src/widgets.d.ts`) }];
  });
  expect(copies.map(({ path }) => path)).toContain('mfe-ledger/src/remotes/mfe-parties.d.ts');
  for (const { path, text, original } of copies) expect(text, path).toBe(original);
});
