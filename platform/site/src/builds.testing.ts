import { createHash } from 'node:crypto';
import { integrityOf } from '@tallystick/contract/file-hashes';
import type { Result } from '@tallystick/contract/result';
import type { Actor } from '@tallystick/registry/contract/tokens';
import type { Registry } from '@tallystick/registry/registry';

export const maria: Actor = { tokenId: 'maria', name: 'maria', scope: { kind: 'manager' } };

export type Files = Readonly<Record<string, string | Buffer>>;

const shellFiles = {
  'main.js': 'shell()',
  'main.css': 'body {}',
  'entry.json': '{"scripts":["main.js"],"styles":["main.css"]}',
  'mf-manifest.json': '{"metaData":{"remoteEntry":{"name":""}},"exposes":[]}',
};
const js = { sync: ['routes.js'], async: ['later.js'] };
const css = { sync: ['routes.css'], async: [] };
const remoteFiles = {
  'remote-entry.js': 'entry',
  'routes.js': 'routes',
  'routes.css': 'css',
  'later.js': 'later',
  'entry.json': '{"scripts":[],"styles":[]}',
  'mf-manifest.json': JSON.stringify({
    metaData: { remoteEntry: { name: 'remote-entry.js' } },
    exposes: [{ path: './routes', assets: { js, css } }],
  }),
};

/** As `tallystick-build` and the release command together: the build id is a hash of the content. */
export async function publish(
  registry: Registry,
  app: string,
  more: Files = {},
  declared: object = {},
  previewOnly = false,
): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([app, more, declared]))
    .digest('hex');
  const build = `1.0.0-${hash.slice(0, 12)}`;
  for (const [name, content] of Object.entries(filesOf(app, build, more, declared))) {
    accepted(await registry.putFile(maria, app, build, name, bytesOf(content)));
  }
  accepted(await registry.publish(maria, app, build, { previewOnly }));
  return build;
}

const bytesOf = (content: string | Buffer) =>
  typeof content === 'string' ? Buffer.from(content) : content;

/** All files of a build, `artifact.json` among them, as they are uploaded; `more` are its own. */
export function filesOf(
  app: string,
  build: string,
  more: Files = {},
  declared: object = {},
): Files {
  const files: Files = { ...(app === 'shell' ? shellFiles : remoteFiles), ...more };
  const path = app.replace('mfe-', '/');
  const declaration = {
    name: app,
    title: 'Notes',
    routes: [{ path: `${path}s/:id`, page: 'Notes' }],
    menu: [],
    ...declared,
  };
  const artifact = {
    app,
    build,
    kind: app === 'shell' ? 'shell' : 'remote',
    files: Object.fromEntries(
      Object.entries(files)
        .filter(([name]) => !name.endsWith('.map'))
        .map(([name, content]) => [name, integrityOf(bytesOf(content))]),
    ),
    ...(app !== 'shell' && { declaration }),
    ...('owner' in declared && { owner: declared.owner }),
  };
  return { ...files, 'artifact.json': JSON.stringify(artifact) };
}

/** The value of what must have succeeded. */
export function accepted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem);
  return result.value;
}
