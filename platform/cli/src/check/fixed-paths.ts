import * as v from 'valibot';
import { entryOf, isModule } from '../builds/federation-manifest.ts';
import type { CheckedBuild } from './checked-build.ts';

/** Files of the build that name other files of it by a fixed path, each with that path. */
export interface FixedPath {
  by: string;
  path: string;
}

const placedSchema = v.looseObject({ publicPath: v.string() });
/** As the runtime of webpack, Rspack and Rsbuild says it: `r.p="/"`. */
const ofRuntime = /\b[\w$]+\.p\s*=\s*(["'`])(\/[^"'`]*|https?:[^"'`]*)\1/;
/** A text that may be the path of a file, and an address in a style sheet. */
const literal = /(["'`])\/([\w./-]+\.\w{2,5})\1|\burl\(\s*\/([\w./-]+\.\w{2,5})\s*\)/g;

/**
 * Where a build says at which path of a site its files are. A build is served below an address that its own content
 * decides, so nothing is there.
 */
export function fixedPaths({ files, manifest }: CheckedBuild): FixedPath[] {
  if (!manifest.ok) return [];
  const { content } = manifest.value;
  const found: FixedPath[] = [];
  const said = v.safeParse(placedSchema, content.metaData);
  if (said.success && said.output.publicPath !== 'auto') {
    found.push({ by: 'mf-manifest.json', path: said.output.publicPath });
  }
  const decoder = new TextDecoder();
  for (const [by, bytes] of files) {
    if (!/\.(m?js|css)$/.test(by)) continue;
    const text = decoder.decode(bytes);
    const path = by === entryOf(content) && ofRuntime.exec(text)?.[2];
    if (typeof path === 'string') found.push({ by, path });
    for (const [, , inScript, inStyle] of text.matchAll(literal)) {
      const file = inScript ?? inStyle ?? '';
      if (files.has(file)) found.push({ by, path: `/${file}` });
    }
  }
  return found;
}

/** What to set, by the kind of the build. */
export function wayToOwnPath({ manifest }: CheckedBuild): string {
  return manifest.ok && isModule(manifest.value.content)
    ? "Set `base: './'` in Vite's configuration"
    : "Set `output.publicPath: 'auto'` (webpack, Rspack), or `output.assetPrefix: 'auto'` (Rsbuild)";
}
