import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { earlierVersion } from './earlier-react.ts';

/** What a shell is started by, in a browser and where pages are rendered. */
interface ShellEntries {
  main: string;
  server: string;
}

const kit = '@tallystick/shell-kit';

/**
 * A shell that has `src/main.tsx` and `src/server.tsx` is started by these. One that has `src/shell.tsx` alone says there
 * what it is made of, as `shell`, and the shell kit starts it.
 */
export function shellEntries(folder: string): ShellEntries {
  const parts = join(folder, 'src/shell.tsx');
  if (!existsSync(parts) || existsSync(join(folder, 'src/main.tsx'))) {
    return { main: './src/main.tsx', server: './src/server.tsx' };
  }
  const shell = `import { shell } from ${JSON.stringify(parts)};`;
  const version = earlierVersion(folder);
  const earlier =
    version === null
      ? ''
      : `earlierReact: {
    version: '${version}',
    load: async () => (await import(${JSON.stringify(lateEarlierReact)})).late,
  },`;
  return {
    main: moduleOf(`${shell}
import { createShell } from '${kit}';
createShell({ ${earlier} ...shell });`),
    server: moduleOf(`${shell}
import { createRendering, kitSingletons } from '${kit}/rendering';
export const singletons = kitSingletons;
export const render = createRendering(shell);`),
  };
}

/** Comes with the first build that asks for the earlier React. */
const lateEarlierReact = moduleOf(`import { earlierCode } from '${kit}/earlier-react';
import { bundled } from '#earlier-react';
export const late = earlierCode(bundled);`);

/** A module that is no file; what it imports is looked for from the app's folder. */
function moduleOf(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}
