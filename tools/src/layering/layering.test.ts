import { describe, expect, it } from 'vitest';
import { packageFolders } from '../../bootstrap/workspace.mjs';
import { root } from '../project.ts';
import { findPackages, findViolations } from './layers.ts';
import { readSources, type SourceFile } from './source-files.ts';
import { findCopiedState } from './state.ts';

const sources = readSources(root);
const packages = findPackages(packageFolders(root), sources);
/** Enough for a planted file to be judged. */
const packageFiles = sources.filter(({ path }) => path.endsWith('/package.json'));

describe('the layers of the workspace', () => {
  it('knows every package', () => {
    expect(packages.map(({ folder }) => folder)).toEqual(
      expect.arrayContaining([
        'shell',
        'mfe-ledger',
        'mfe-parties',
        'mfe-auth',
        'shared',
        'platform/store',
        'platform/operations',
        'operations',
        'backend',
        'platform/build',
        'platform/registry',
        'platform/admin',
        'platform/cli',
        'platform/site',
        'platform/shell-kit',
      ]),
    );
  });

  it('lets no package import another', () => {
    expect(findViolations(packages, sources)).toEqual([]);
  });

  it.each([
    ['mfe-ledger/src/a.ts', "import { x } from '@tallystick/mfe-parties/x';"],
    ['mfe-ledger/src/a.ts', "import type { X } from '@tallystick/shell/x';"],
    ['mfe-ledger/src/a.tsx', "export * from '../../mfe-parties/src/routes.tsx';"],
    ['mfe-auth/src/a.ts', "const page = await import('../../shell/src/layout.tsx');"],
    ['mfe-auth/src/a.ts', "await import(/* webpackChunkName: 'a' */ '../../shell/src/a.ts');"],
    ['mfe-auth/src/a.ts', "import {\n  x,\n} from '@tallystick/build';"],
    ['shared/src/api/a.ts', "import { store } from '../../../backend/src/store/store.ts';"],
    ['shared/src/ui/a.tsx', "import '@tallystick/shell';"],
    ['platform/shell-kit/src/a.ts', "import { session } from '@tallystick/shared/session';"],
    ['platform/shell-kit/src/a.ts', "import { Frame } from '@tallystick/shell/frame';"],
    ['mfe-ledger/src/a.ts', "import { Link } from '@tallystick/shell-kit/router';"],
    ['backend/src/a.ts', "import { openRegistry } from '@tallystick/registry/open';"],
    ['backend/src/a.ts', "new Worker(new URL('../../platform/site/src/main.ts', import.meta.url))"],
    ['shared/src/api/a.ts', "import { openStore } from '@tallystick/store/store';"],
    ['mfe-ledger/src/a.ts', "import { openStore } from '@tallystick/store/store';"],
    [
      'platform/store/src/a.ts',
      "import { ledgerStore } from '../../backend/src/store/definition.ts';",
    ],
    ['platform/registry/src/a.ts', "import { buildSite } from '@tallystick/site/site';"],
    [
      'platform/registry/src/a.ts',
      "import { runOperation } from '@tallystick/operations/commands';",
    ],
    ['backend/src/a.ts', "import { runOperation } from '@tallystick/operations/commands';"],
    ['platform/cli/src/a.ts', "import { openRegistry } from '@tallystick/registry/open-registry';"],
    ['platform/cli/src/a.ts', "import { buildAdmin } from '@tallystick/release-admin/admin';"],
    ['platform/admin/src/a.ts', "import { buildSite } from '@tallystick/site/site';"],
  ])('catches a planted import in %s: %s', (path, text) => {
    expect(findViolations(packages, [...packageFiles, { path, text }])).toHaveLength(1);
  });

  it.each([
    ['mfe-ledger/src/a.ts', "import { ledger } from '@tallystick/shared/api';"],
    ['mfe-ledger/src/deep/a.ts', "import { b } from '../b.ts';"],
    ['mfe-ledger/rspack.config.ts', "import { appConfiguration } from '@tallystick/build';"],
    ['backend/src/a.ts', "import { openStore } from '@tallystick/store/store';"],
    ['shell/src/a.ts', "import { createShell } from '@tallystick/shell-kit';"],
    ['shared/src/router/a.ts', "import { Link } from '@tallystick/shell-kit/router';"],
    ['platform/site/src/a.ts', "import { openRegistry } from '@tallystick/registry/open';"],
    ['platform/site/src/a.ts', "import { buildAdmin } from '@tallystick/release-admin/admin';"],
    [
      'platform/cli/src/a.ts',
      "import { type Change } from '@tallystick/registry/contract/channel';",
    ],
    ['platform/cli/src/a.test.ts', "import { buildAdmin } from '@tallystick/release-admin/admin';"],
    ['lab/src/a.ts', "import { openStore } from '../../backend/src/store/store.ts';"],
    ['mfe-ledger/src/a.ts', "// unlike import('../../shell/src/a.ts')"],
  ])('lets pass in %s: %s', (path, text) => {
    expect(findViolations(packages, [...packageFiles, { path, text }])).toEqual([]);
  });

  it('catches a planted dependency', () => {
    const planted: SourceFile = {
      path: 'shell/package.json',
      text: '{"name":"@tallystick/shell","dependencies":{"@tallystick/mfe-auth":"workspace:*"}}',
    };
    const others = packageFiles.filter(({ path }) => path !== planted.path);
    expect(findViolations(packages, [...others, planted])).toEqual([
      'shell/package.json depends on @tallystick/mfe-auth',
    ]);
  });
});

describe('shared state', () => {
  it('is reached by package name', () => {
    expect(findCopiedState(sources)).toEqual([]);
  });

  it('is not reached by a planted relative path', () => {
    const path = 'shared/src/transfers/a.ts';
    expect(findCopiedState([{ path, text: "import { ledger } from '../api/api.ts';" }])).toEqual([
      'shared/src/transfers/a.ts imports ../api/api.ts',
    ]);
    expect(findCopiedState([{ path, text: "import type { A } from '../api/api.ts';" }])).toEqual(
      [],
    );
    const behind = "import { Link } from '@tallystick/shell-kit/router';";
    expect(findCopiedState([{ path, text: behind }])).toHaveLength(1);
    expect(findCopiedState([{ path: 'shared/src/router/router.ts', text: behind }])).toEqual([]);
  });
});
