import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '@tallystick/contract/file-hashes';
import type { Owner } from '@tallystick/contract/owner';
import type { Redirect } from '@tallystick/contract/remote';

/** Writes the folder of a remote's build, source maps beside its files, as `tallystick-build` leaves it, for tests. */
export async function writeBuild(
  folder: string,
  given: Readonly<Record<string, string>>,
  {
    app = 'mfe-note',
    build = '1.0.0-aaaaaaaaaaaa',
    kind = 'remote',
    route = '/notes/:id',
    connect,
    needs,
    redirects,
    owner,
    settings,
    components,
  }: Partial<Record<'app' | 'build' | 'kind' | 'route', string>> & {
    connect?: readonly string[];
    needs?: readonly string[];
    redirects?: readonly Redirect[];
    owner?: Owner;
    settings?: object;
    /** Components of its `sbom.json`; absent: it has none. */
    components?: readonly object[];
  } = {},
): Promise<void> {
  const manifest = {
    metaData: { remoteEntry: { name: kind === 'remote' ? 'remote-entry.js' : '' } },
    exposes:
      kind === 'remote'
        ? [
            {
              path: './routes',
              assets: {
                js: { sync: ['routes.js'], async: ['later.js'] },
                css: { sync: ['routes.css'], async: [] },
              },
            },
          ]
        : [],
  };
  const entry =
    kind === 'shell' ? { scripts: ['main.js'], styles: ['main.css'] } : { scripts: [], styles: [] };
  const files = {
    'mf-manifest.json': JSON.stringify(manifest),
    'entry.json': JSON.stringify(entry),
    ...given,
  };
  const declaration = {
    name: app,
    title: 'Notes',
    routes: [{ path: route, page: 'Notes' }],
    menu: [],
    redirects,
    ...((connect || needs) && { policy: { connect, needs } }),
    settings,
  };
  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  const sbom = components && JSON.stringify({ bomFormat: 'CycloneDX', components });
  if (sbom) await writeFile(join(folder, 'sbom.json'), sbom);
  const artifact = {
    app,
    build,
    kind,
    files: Object.fromEntries(
      Object.entries(files)
        .filter(([path]) => !path.endsWith('.map'))
        .map(([path, content]) => [path, integrityOf(Buffer.from(content))]),
    ),
    ...(kind === 'remote' ? { declaration } : {}),
    owner,
    ...(sbom && { sbom: integrityOf(Buffer.from(sbom)) }),
  };
  await writeFile(join(folder, 'artifact.json'), JSON.stringify(artifact));
}
