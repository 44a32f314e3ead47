import { describe, expect, it } from 'vitest';
import { root } from '../project.ts';
import { forbiddenPartImports, partLists, partOf, withoutPart } from './parts.ts';
import { readSources } from './source-files.ts';

const sources = readSources(root);

describe('the parts of the registry', () => {
  it('are imported by nothing but the lists that say which there are, and no part by another', () => {
    expect(forbiddenPartImports(sources)).toEqual([]);
  });

  it('stand in the list of the registry', () => {
    const list = sources.find(({ path }) => path === partLists[0]);
    const parts = sources.map(({ path }) => partOf(path)).filter((part) => part !== null);
    for (const part of new Set(parts)) expect(list?.text).toContain(`./${part}/`);
  });

  it.each([
    ['platform/registry/src/a.ts', "import { webhooks } from '../parts/webhooks/webhooks.ts';"],
    ['platform/registry/src/a.test.ts', "import type { X } from '../parts/webhooks/x.ts';"],
    ['platform/registry/parts/webhooks/a.ts', "import { x } from '../errors/x.ts';"],
    ['platform/registry/parts/webhooks/a.test.ts', "import { x } from '../errors/x.ts';"],
    ['platform/admin/src/a.ts', "import { x } from '@tallystick/registry/parts/errors/x';"],
    ['platform/cli/src/verbs/a.ts', "import { x } from '../parts/webhooks/webhook.ts';"],
    ['platform/console/src/a.tsx', "import { X } from './parts/webhooks/app-webhook.tsx';"],
  ])('are held by a planted import in %s: %s', (path, text) => {
    expect(forbiddenPartImports([{ path, text }])).toHaveLength(1);
  });

  it.each([
    ['platform/registry/parts/webhooks/a.ts', "import { x } from '../../src/part/part.ts';"],
    ['platform/registry/parts/webhooks/a.ts', "import { x } from './contract/routes.ts';"],
    ['platform/site/src/a.test.ts', "import { x } from '@tallystick/registry/parts/errors/x';"],
    ['platform/site/src/a.ts', "import { x } from '@tallystick/registry/parts/all-parts';"],
  ])('may be imported in %s: %s', (path, text) => {
    expect(forbiddenPartImports([{ path, text }])).toEqual([]);
  });

  it('are left out with the tests of what they do with others, and with their lines in lists', () => {
    const [list = ''] = partLists;
    const text = [
      "import { errors } from './errors/errors.ts';",
      "import { webhooks } from './webhooks/webhooks.ts';",
      'export const all = [',
      '  errors.with(),',
      '  webhooks.with(),',
      '];',
    ].join('\n');
    const own = 'platform/registry/parts/errors/errors.ts';
    const other = { path: 'platform/registry/parts/webhooks/webhooks.ts', text: '' };
    const beside = "import { errors } from '@tallystick/registry/parts/errors/errors';";
    const test = { path: 'platform/site/src/a.test.ts', text: beside };
    const { removed, changed } = withoutPart(
      [{ path: list, text }, { path: own, text: '' }, other, test],
      'errors',
    );
    expect(removed).toEqual([own, test.path]);
    expect(changed).toEqual([
      {
        path: list,
        text: [
          "import { webhooks } from './webhooks/webhooks.ts';",
          'export const all = [',
          '  webhooks.with(),',
          '];',
        ].join('\n'),
      },
    ]);
  });
});
