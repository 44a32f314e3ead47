import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Configuration,
  CopyRspackPlugin,
  DefinePlugin,
  LightningCssMinimizerRspackPlugin,
  type RspackPluginInstance,
  SourceMapDevToolPlugin,
  SubresourceIntegrityPlugin,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core';
import { sitePackages } from '@tallystick/contract/site-packages';
import { readApp } from './app.ts';
import { buildVariables } from './build-variables.ts';
import { usesOfSingletons } from './contract/uses-plugin.ts';
import { definitions } from './definitions.ts';
import { inSiteConfiguration } from './dev/in-site.ts';
import { earlierReact, earlierVersion } from './earlier-react.ts';
import { federationPlugin } from './federation.ts';
import { licencesOfPackages } from './licences.ts';
import { moduleRules } from './module-rules.ts';
import { namedPackages } from './named-packages.ts';
import { writtenSbom } from './sbom/written-sbom.ts';
import { serverEntry } from './server-entry.ts';
import { shellEntries } from './shell-entries.ts';
import { singletonsOf } from './singletons.ts';
import { standaloneConfiguration } from './standalone.ts';
import { scopedStyles } from './styles/scoped-styles.ts';
import { writtenFile } from './written-file.ts';

/**
 * The first browsers that support nesting, logical properties and light-dark(). For older ones the minimizer
 * rewrites logical properties into selectors that win over the cascade's own order.
 */
const browsers = ['chrome >= 123', 'firefox >= 121', 'safari >= 17.5'];

/**
 * Short names in the order of their use. The minimizer's default is to choose letters by how often
 * they occur. Where it writes source maps, it also counts the letters of comments, which hold the
 * path of the checkout, so names would differ by folder. `disableCharFreq` is an option of SWC that
 * the types of rspack lack.
 */
const mangle = { keep_classnames: false, disableCharFreq: true };

/**
 * The whole rspack configuration of an app: `export default appConfiguration(import.meta.dirname)`.
 * A folder with a remote.json is a remote. It exposes `./routes` from `src/routes.tsx`, and its
 * widgets likewise. One without is the shell: it starts at `src/main.tsx`, or is what
 * `src/shell.tsx` says. Why each setting: docs/federation.md.
 */
export function appConfiguration(folder: string): Configuration {
  const app = readApp(folder);
  const alone = process.env[buildVariables.standalone];
  if (alone !== undefined) return standaloneConfiguration(app, alone);
  const inSite = process.env[buildVariables.inSite];
  if (inSite !== undefined) return inSiteConfiguration(app, inSite);
  const kind = app.declaration === null ? 'shell' : 'remote';
  const buildId = process.env[buildVariables.id] ?? `${app.version}-000000000000`;
  // The content hash is short, and enough to keep apart the class names of two builds.
  const rules = moduleRules(app, buildId.slice(-12), false);
  const mapped = buildId.endsWith('0'.repeat(12)) ? [] : [sourceMaps()];
  const scopedName = `${app.name}_${buildId}`.replaceAll(/[^A-Za-z0-9]/g, '_');

  return {
    context: folder,
    mode: 'production',
    target: ['web', 'es2022'],
    // A singleton that the shell itself does not import would not be provided to the remotes.
    entry:
      kind === 'shell'
        ? {
            main: [
              ...singletonsOf(folder).map(({ request }) => request),
              shellEntries(folder).main,
            ],
          }
        : {},
    output: {
      path: process.env[buildVariables.output] ?? `${folder}/dist/unnamed`,
      clean: true,
      publicPath: 'auto',
      // Per build, not per app: with a constant name two builds of one remote share a chunk array
      // in an open tab. The second then runs the first one's code, without an error.
      uniqueName: scopedName,
      filename: '[name].[contenthash:12].js',
      chunkFilename: '[name].[contenthash:12].js',
      cssFilename: '[name].[contenthash:12].css',
      cssChunkFilename: '[name].[contenthash:12].css',
      crossOriginLoading: 'anonymous',
      strictModuleErrorHandling: true,
      chunkLoadTimeout: 120_000,
      hashFunction: 'xxhash64',
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      // The federation plugin names its runtime as CommonJS files, which cannot be tree-shaken. Beside
      // each lies the same as an ES module.
      extensionAlias: { '.cjs': ['.js', '.cjs'] },
    },
    module: rules,
    optimization: {
      // Ids follow the order of use. Other ids are made from names, which hold the path of the checkout.
      moduleIds: 'natural',
      chunkIds: 'deterministic',
      // The code that starts a page is in as few files as possible. Only `import()` splits off code that comes later.
      splitChunks: false,
      minimizer: [
        new SwcJsMinimizerRspackPlugin({ minimizerOptions: { compress: { passes: 3 }, mangle } }),
        new LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
      ],
    },
    performance: false,
    plugins: [
      new DefinePlugin(definitions(buildId)),
      new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true }),
      startFiles,
      licencesOfPackages,
      namedPackages(folder),
      serverEntry(app, rules, buildId, mapped),
      writtenSbom(app, buildId, kind === 'shell' ? [domPurifyFile] : []),
      ...(kind === 'remote' ? [usesOfSingletons(folder), scopedStyles(app.name)] : []),
      ...mapped,
      ...copied(publicFolders(folder, kind)),
      ...(kind === 'shell' ? [domPurify] : []),
      ...(kind === 'shell' && earlierVersion(folder) !== null
        ? [earlierReact(folder, moduleRules(app, '', false))]
        : []),
      federationPlugin(app, scopedName),
    ],
  };
}

/** What a build has as it is: the app's own, and for a shell what the site's packages bring. */
function publicFolders(folder: string, kind: 'shell' | 'remote'): string[] {
  const brought = kind === 'shell' ? sitePackages(folder).flatMap((pkg) => pkg.public ?? []) : [];
  return [...brought, join(folder, 'public')].filter((path) => existsSync(path));
}

function copied(folders: readonly string[]): RspackPluginInstance[] {
  // If two files have the same name, the app's own wins.
  const patterns = folders.map((from, priority) => ({ from, priority, force: true }));
  return patterns.length === 0 ? [] : [new CopyRspackPlugin({ patterns })];
}

const domPurifyFile = fileURLToPath(import.meta.resolve('dompurify/purify.min.js'));
/** DOMPurify as it is published: a page has it where its site opens markup (docs/isolation.md). */
const domPurify = new CopyRspackPlugin({
  patterns: [{ from: domPurifyFile, to: 'purify.js' }],
});

/** `entry.json`: the files that a page loads to start the shell, in order. */
const startFiles = writtenFile('entry.json', 'REPORT', ({ entrypoints }) => {
  const files = entrypoints.get('main')?.getFiles() ?? [];
  const [scripts, styles] = ['.js', '.css'].map((ending) =>
    files.filter((file) => file.endsWith(ending)),
  );
  return JSON.stringify({ scripts, styles });
});

/**
 * A map beside each script, for the registry alone: no script names it, and it holds no sources, which the
 * team has. Where a line comes from is a path relative to the app.
 */
function sourceMaps(): RspackPluginInstance {
  return new SourceMapDevToolPlugin({
    test: /\.js$/,
    filename: '[file].map',
    append: false,
    noSources: true,
    moduleFilenameTemplate: '[resource-path]',
  });
}
