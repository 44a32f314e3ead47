import { SourceMap } from 'node:module';
import { sourcePath } from '@tallystick/contract/source-path';
import * as v from 'valibot';
import { parseJson } from '../../builds/json.ts';
import type { LocalBuild } from '../../builds/local-build.ts';

/** Where in its sources a build does something. */
export interface SourcePlace {
  /** `src/page.tsx:12`; without a source map, the place in the build's own file. */
  text: string;
  /** The package whose code it is; null: the remote's own, or nobody knows. */
  library: string | null;
}

const mapSchema = v.looseObject({
  version: v.number(),
  sources: v.array(v.nullable(v.string())),
  mappings: v.string(),
});

/** Finds places in the sources of a build; `base` is the address below which pages have its files. */
export function openSourcePlaces(local: LocalBuild, base: string) {
  const maps = new Map<string, Promise<SourceMap | null>>();

  async function readMap(path: string): Promise<SourceMap | null> {
    const file = `${path}.map`;
    if (!Object.hasOwn(local.maps, file)) return null;
    const parsed = v.safeParse(mapSchema, parseJson(await local.read(file)));
    if (!parsed.success) return null;
    const { sources, ...rest } = parsed.output;
    return new SourceMap({
      ...{ file: '', sourceRoot: '', names: [], sourcesContent: [] },
      ...rest,
      sources: sources.map((source) => source ?? ''),
    });
  }

  /** Line and column count from 1; null: it is no file of the build. */
  async function placeOf(
    address: string,
    line: number,
    column: number,
  ): Promise<SourcePlace | null> {
    if (!address.startsWith(base)) return null;
    const path = address.slice(base.length).replace(/[?#].*$/, '');
    const known = maps.get(path) ?? readMap(path);
    maps.set(path, known);
    const entry = (await known)?.findEntry(line - 1, column - 1);
    if (entry === undefined || !('originalSource' in entry)) {
      return { text: `${path}:${line}:${column}`, library: libraryOf(path) };
    }
    const source = entry.originalSource;
    return { text: `${sourcePath(source)}:${entry.originalLine + 1}`, library: libraryOf(source) };
  }

  return {
    placeOf,
    /** The first place of a stack, as Chromium writes it, that is in the build. */
    async ofStack(stack: string): Promise<SourcePlace | null> {
      for (const [, address = '', line, column] of stack.matchAll(
        /(https?:[^\s()]+):(\d+):(\d+)/g,
      )) {
        const place = await placeOf(address, Number(line), Number(column));
        if (place !== null) return place;
      }
      return null;
    },
  };
}
export type SourcePlaces = ReturnType<typeof openSourcePlaces>;

function libraryOf(source: string): string | null {
  const [, name = null] = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
  return name;
}
