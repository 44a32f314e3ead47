import { isOpenIn } from '@tallystick/contract/policy/opened-policy';
import { isApprovable } from '@tallystick/contract/policy/opening';
import { defaultLimits } from '@tallystick/registry/contract/app-settings';
import { bounds } from '@tallystick/registry/contract/bounds';
import {
  type Part,
  secondStores,
  sharedAddresses,
  shellMisfit,
} from '@tallystick/registry/contract/fit-beside';
import { entryOf, isModule, routesProblem } from '../builds/federation-manifest.ts';
import { fileProblem } from '../builds/file-problem.ts';
import { counted, size } from '../command/figures.ts';
import { type CheckedBuild, partOf } from './checked-build.ts';
import { developmentJsx } from './development-jsx.ts';
import { type Finding, failed, listed, ok, open, wrong } from './finding.ts';
import { fixedPaths, wayToOwnPath } from './fixed-paths.ts';
import type { LiveSite } from './live-site.ts';
import { namedFiles } from './named-files.ts';

/** One thing that is asked of every build. */
export interface Check {
  name: string;
  run(build: CheckedBuild): Finding;
}

const needsMore = 'Needs what is wrong elsewhere.';
const saysNotWhatItShares =
  'Without a manifest nothing says what it shares. In a page it shows: --browser.';

/** Everything that can be said of a build without a browser, in the order in which it is said. */
export const checks: readonly Check[] = [
  { name: 'files', run: checkFiles },
  { name: 'named files', run: checkNamedFiles },
  { name: 'own path', run: checkOwnPath },
  { name: 'manifest', run: checkManifest },
  { name: 'routes', run: checkExposes },
  {
    name: 'declaration',
    run: ({ declaration, notes }) => {
      if (!declaration.ok) return failed(declaration);
      if (notes.length > 0) return { result: 'warning', says: `remote.json: ${notes.join(' ')}` };
      const { name, routes } = declaration.value;
      return ok(`${name}: ${routes.map(({ path }) => path).join(', ') || 'no page of its own'}`);
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
        const problem = shellMisfit(part, shell)?.problem ?? null;
        const fine = `${shell.app} ${shell.build} provides what it shares, by version; what is used of it is asked by can-ship.`;
        if (problem !== null) return wrong(problem);
        const second = secondStores(part, shell);
        return second.length === 0
          ? ok(fine)
          : { result: 'warning', says: `${second.join('; ')}.` };
      }),
  },
  {
    name: 'addresses',
    run: (build) =>
      beside(build, (part, { remotes }) => {
        const problems = remotes.flatMap((other) => sharedAddresses(part, other, true));
        return problems.length === 0
          ? ok('None belongs to another app.')
          : wrong(problems.join('; '));
      }),
  },
  { name: 'openings', run: checkOpenings },
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

/** A page that asks for a file that is not there shows a notice in place of it. */
function checkNamedFiles(build: CheckedBuild): Finding {
  const { files, manifest } = build;
  if (!manifest.ok) return open(needsMore);
  const missing = new Map<string, string>();
  for (const { path, by } of namedFiles(build)) if (!files.has(path)) missing.set(path, by);
  if (missing.size > 0) {
    return wrong(
      `The build names what it does not have: ${listed([...missing].map(([path, by]) => `${path} (named by ${by})`))}. Publish all that the bundler has written`,
    );
  }
  if (!manifest.value.whole) {
    return open('Without a manifest nothing says which scripts come later. In a page: --browser.');
  }
  return ok('Each file that another one names is there.');
}

function checkOwnPath(build: CheckedBuild): Finding {
  if (!build.manifest.ok) return open(needsMore);
  const found = fixedPaths(build);
  if (found.length === 0) return ok('It finds its files wherever it is served.');
  const places = listed(found.map(({ by, path }) => `${JSON.stringify(path)} in ${by}`));
  return wrong(
    `Its files are asked for at a fixed path of the site, where they are not: ${places}. ${wayToOwnPath(build)}`,
  );
}

function checkExposes({ manifest, declaration }: CheckedBuild): Finding {
  if (!manifest.ok) return open('There is no manifest to say what it exposes.');
  if (!manifest.value.whole) return open('Without a manifest only a page finds ./routes.');
  const { content } = manifest.value;
  const problem = routesProblem(content);
  if (problem !== null) return failed(problem);
  const widgets = declaration.ok ? (declaration.value.exposes ?? []) : [];
  const missing = widgets.filter((name) => content.exposes.every(({ path }) => path !== name));
  return missing.length === 0
    ? ok(`${['./routes', ...widgets].join(', ')}: exposed.`)
    : wrong(`remote.json exposes ${missing.join(', ')}, and the build does not`);
}

/** What it needs of the policy of pages, beside what these pages have. */
function checkOpenings(build: CheckedBuild): Finding {
  const { declaration } = build;
  if (!declaration.ok) return open(needsMore);
  const { name, policy: { needs = [] } = {} } = declaration.value;
  if (needs.length === 0) return ok('It needs none.');
  return beside(build, (_part, { policy, cleansMarkup }) => {
    const lacking = needs.filter((one) => !hasOpening(policy, cleansMarkup, one));
    if (lacking.length === 0) return ok(`${needs.join(', ')}: open in these pages.`);
    const says = lacking.map((one) =>
      isApprovable(one)
        ? `${one} holds once a manager has approved it ("settings ${name} --approve ${one}"), and the build is live.`
        : `${one} is not open in these pages: ask the site for it (site.config.ts).`,
    );
    return { result: 'warning', says: says.join(' ') };
  });
}

function hasOpening(policy: readonly string[], cleansMarkup: boolean, opening: string): boolean {
  if (opening === 'cleanedMarkup') return cleansMarkup;
  if (opening === 'injectedStyles') return policy.some((one) => /^style-src .*'nonce-/.test(one));
  return isOpenIn(policy, opening);
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
  const caller = developmentJsx(build.files);
  if (caller !== null) {
    return wrong(
      `${caller} makes elements by React's development JSX (jsxDEV), which throws in production. Build with NODE_ENV=production, or set \`development: false\` in @babel/preset-react`,
    );
  }
  const part = partOf(build);
  if (part === null) return open(needsMore);
  if (part.shared === null) return open(saysNotWhatItShares);
  // A plugin names only what is imported: that may be `react/jsx-runtime` alone.
  const react = part.shared?.filter(({ name }) => /^react(\/|$)/.test(name)) ?? [];
  if (react.length > 0 && react.every(({ singleton }) => singleton === true)) {
    const [copy] = part.reactDom ?? [];
    if (copy !== undefined && build.site === null) {
      const says = `React DOM ${copy} is compiled in, and runs beside React ${copy} alone: share react-dom and react-dom/client as singletons. Whether it runs on a site says --site.`;
      return { result: 'warning', says };
    }
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
  // If the entry is a module, the browser also verifies what it imports.
  const unverified = isModule(content) ? /\.css$/ : /\.(m?js|css)$/;
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
