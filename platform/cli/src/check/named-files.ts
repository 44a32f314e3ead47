import { posix } from 'node:path';
import { parse } from 'es-module-lexer/js';
import * as v from 'valibot';
import { isModule } from '../builds/federation-manifest.ts';
import type { CheckedBuild } from './checked-build.ts';

/** A file that a file of the build names, by its path in the build. */
export interface NamedFile {
  path: string;
  by: string;
}

const assetsSchema = v.object({
  assets: v.object({
    js: v.object({ sync: v.array(v.string()), async: v.array(v.string()) }),
    css: v.object({ sync: v.array(v.string()), async: v.array(v.string()) }),
  }),
});
/** As the runtime of webpack, Rspack and Rsbuild names a file: `r.p+"leaf.svg"`. */
const byRuntime = /\b[\w$]+\.p\s*\+\s*(["'`])([\w./-]+\.\w{2,5})\1/g;
/** As modules name a file: `new URL("leaf.svg", import.meta.url)`. */
const byModule = /\bnew URL\(\s*(["'`])([\w./-]+\.\w{2,5})\1\s*,\s*import\.meta\.url\s*\)/g;
/** What Vite has preloaded before a later part. */
const byVite = /\b__vite__mapDeps\b[^[]*\[([^\]]*)\]/;
const inStyle = /\burl\(\s*(["']?)([^"')]+)\1\s*\)/g;

/** The files that the build's manifest, scripts and styles name, as far as their text says it. */
export function namedFiles({ files, manifest }: CheckedBuild): NamedFile[] {
  const decoder = new TextDecoder();
  const isOfModules = manifest.ok && isModule(manifest.value.content);
  const named = [...files].flatMap(([by, bytes]) => {
    if (/\.m?js$/.test(by)) {
      const text = decoder.decode(bytes);
      const paths = isOfModules ? namedByModule(by, text) : matches(text, byRuntime, '');
      return paths.map((path) => ({ path, by }));
    }
    if (!by.endsWith('.css')) return [];
    return namedByStyle(by, decoder.decode(bytes)).map((path) => ({ path, by }));
  });
  return [...namedByManifest(manifest), ...named];
}

function namedByManifest(manifest: CheckedBuild['manifest']): NamedFile[] {
  if (!manifest.ok) return [];
  const { content } = manifest.value;
  const shared = v.safeParse(v.array(v.unknown()), content.shared);
  const parts = [...content.exposes, ...(shared.success ? shared.output : [])];
  return parts.flatMap((part) => {
    const { success, output } = v.safeParse(assetsSchema, part);
    if (!success) return [];
    const { js, css } = output.assets;
    const paths = [...js.sync, ...js.async, ...css.sync, ...css.async];
    return paths.map((path) => ({ path, by: 'mf-manifest.json' }));
  });
}

function namedByModule(by: string, text: string): string[] {
  const beside = posix.dirname(by);
  const [, preloaded = ''] = byVite.exec(text) ?? [];
  return [
    ...importsOf(text)
      .filter((specifier) => /^\.\.?\//.test(specifier))
      .map((specifier) => posix.join(beside, specifier)),
    ...matches(text, byModule, beside),
    ...[...preloaded.matchAll(/(["'`])([^"'`]+)\1/g)].map(([, , path = '']) =>
      path.startsWith('.') ? posix.join(beside, path) : path,
    ),
  ];
}

/** Specifiers that are literals; none if the text is no module. */
function importsOf(text: string): string[] {
  try {
    return parse(text)[0].flatMap(({ n }) => n ?? []);
  } catch {
    return [];
  }
}

function namedByStyle(by: string, text: string): string[] {
  return [...text.matchAll(inStyle)]
    .map(([, , address = '']) => address.trim().replace(/[?#].*$/, ''))
    .filter((address) => address !== '' && !/^([a-z][a-z0-9+.-]*:|\/)/i.test(address))
    .map((address) => posix.join(posix.dirname(by), address));
}

function matches(text: string, pattern: RegExp, beside: string): string[] {
  return [...text.matchAll(pattern)].map(([, , path = '']) => posix.join(beside, path));
}
