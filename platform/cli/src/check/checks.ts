import { defaultLimits } from '@tallystick/registry/contract/app-settings';
import { bounds } from '@tallystick/registry/contract/bounds';
import {
  missingSingleton,
  type Part,
  sharedAddress,
} from '@tallystick/registry/contract/fit-beside';
import { entryOf, routesProblem } from '../builds/federation-manifest.ts';
import { fileProblem } from '../builds/file-problem.ts';
import { counted, size } from '../command/figures.ts';
import type { Failure } from '../outcome.ts';
import { type CheckedBuild, partOf } from './checked-build.ts';
import type { LiveSite } from './live-site.ts';

/** The result of a check; 'not verified': the folder alone does not say. */
export interface Finding {
  result: 'ok' | 'failed' | 'not verified';
  says: string;
}

/** One thing that is asked of every build. */
export interface Check {
  name: string;
  run(build: CheckedBuild): Finding;
}

const needsMore = 'Needs what is wrong elsewhere.';
const saysNotWhatItShares =
  'Without a manifest nothing says what it shares. The check in a page finds out.';

/** Everything that can be said of a build without a browser, in the order in which it is said. */
export const checks: readonly Check[] = [
  { name: 'files', run: checkFiles },
  { name: 'manifest', run: checkManifest },
  {
    name: 'routes',
    run: ({ manifest }) => {
      if (!manifest.ok) return open('There is no manifest to say what it exposes.');
      if (!manifest.value.whole) return open('Without a manifest only a page finds ./routes.');
      const problem = routesProblem(manifest.value.content);
      return problem === null ? ok('./routes is exposed.') : failed(problem);
    },
  },
  {
    name: 'declaration',
    run: ({ declaration }) => {
      if (!declaration.ok) return failed(declaration);
      const { name, routes } = declaration.value;
      return ok(`${name}: ${routes.map(({ path }) => path).join(', ')}`);
    },
  },
  {
    name: 'build id',
    run: ({ build, manifest, declaration }) => {
      if (build.ok) return ok(build.value.artifact.build);
      const isWhole = manifest.ok && routesProblem(manifest.value.content) === null;
      return isWhole && declaration.ok ? failed(build) : open(needsMore);
    },
  },
  { name: 'one React', run: checkReact },
  {
    name: 'singletons',
    run: (build) =>
      beside(build, (part, { shell }) => {
        if (part.shared === null) return open(saysNotWhatItShares);
        const problem = missingSingleton(part, shell);
        const fine = `${shell.app} ${shell.build} provides what it shares, by version; what is used of it is asked by can-ship.`;
        return problem === null ? ok(fine) : wrong(problem);
      }),
  },
  {
    name: 'addresses',
    run: (build) =>
      beside(build, (part, { remotes }) => {
        const [problem] = remotes.flatMap((other) => sharedAddress(part, other, true) ?? []);
        return problem === undefined ? ok('None belongs to another app.') : wrong(problem);
      }),
  },
  { name: 'hashes', run: checkHashes },
];

function checkFiles({ own, files, build }: CheckedBuild): Finding {
  if (own && !build.ok) return failed(build);
  const sizes = [...files].map(([path, { byteLength }]) => ({ path, byteLength }));
  const problem = fileProblem(sizes);
  if (problem !== null) return failed(problem);
  // The files that `publish` writes count too, if the build is good enough to have them.
  const all = build.ok
    ? Object.values(build.value.sizes)
    : sizes.map(({ byteLength }) => byteLength);
  const count = all.length;
  const bytes = all.reduce((sum, one) => sum + one, 0);
  const unless = 'unless a manager has set another limit';
  if (bytes > defaultLimits.bytes) {
    return wrong(`There are ${size(bytes)}; at most ${size(defaultLimits.bytes)}, ${unless}`);
  }
  if (count > defaultLimits.files) {
    return wrong(`There are ${count} files; at most ${defaultLimits.files}, ${unless}`);
  }
  return ok(`${counted(count, 'file')}, ${size(bytes)}`);
}

function checkManifest({ manifest, files }: CheckedBuild): Finding {
  if (!manifest.ok) return failed(manifest);
  const { content, whole } = manifest.value;
  const { byteLength } = files.get('mf-manifest.json') ?? { byteLength: 0 };
  if (byteLength > bounds['mf-manifest.json'].bytes) {
    return wrong(
      `mf-manifest.json has ${size(byteLength)}; at most ${size(bounds['mf-manifest.json'].bytes)}`,
    );
  }
  return ok(`${whole ? 'mf-manifest.json; its' : 'None; the'} entry is ${entryOf(content)}.`);
}

function checkReact(build: CheckedBuild): Finding {
  const part = partOf(build);
  if (part === null) return open(needsMore);
  if (part.shared === null) return open(saysNotWhatItShares);
  // A plugin names only what is imported: that may be `react/jsx-runtime` alone.
  const react = part.shared?.filter(({ name }) => /^react(\/|$)/.test(name)) ?? [];
  if (react.length > 0 && react.every(({ singleton }) => singleton === true)) {
    return ok('react is shared as a singleton.');
  }
  return wrong(
    'react is not shared as a singleton. Set `shared: { react: { singleton: true } }` in the federation plugin',
  );
}

/** Scripts and styles, by who holds them to the byte: the browser, or the site as it sends them. */
function checkHashes({ own, files, manifest }: CheckedBuild): Finding {
  if (!manifest.ok) return open(needsMore);
  const { content } = manifest.value;
  const assets = content.exposes.find(({ path }) => path === './routes')?.assets;
  const { type } = content.metaData.remoteEntry;
  // If the entry is a module, the browser also verifies what it imports.
  const unverified = type === 'module' || type === 'esm' ? /\.css$/ : /\.(m?js|css)$/;
  const first = new Set([
    entryOf(content),
    ...(assets === undefined ? [] : [...assets.js.sync, ...assets.js.async, ...assets.css.sync]),
  ]);
  const rest = [...files.keys()].filter((path) => unverified.test(path) && !first.has(path));
  if (own || rest.length === 0) return ok('The browser verifies every script and style.');
  return open(
    `The browser verifies the entry and what ./routes begins with. The site alone verifies what the build's own runtime may load: ${rest.join(', ')}`,
  );
}

function beside(build: CheckedBuild, look: (part: Part, site: LiveSite) => Finding): Finding {
  if (build.site === null) return open('Beside which site? Name it: --site https://…');
  if (!build.site.ok) return failed(build.site);
  const part = partOf(build);
  return part === null ? open(needsMore) : look(part, build.site.value);
}

function ok(says: string): Finding {
  return { result: 'ok', says };
}

function open(says: string): Finding {
  return { result: 'not verified', says };
}

function failed({ problem, next }: Failure): Finding {
  return { result: 'failed', says: [problem, next].filter(Boolean).join(' ') };
}

function wrong(what: string): Finding {
  return { result: 'failed', says: `${what}.` };
}
