import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { sourcePath } from '@tallystick/contract/source-path';
import * as v from 'valibot';
import type { BuildKey } from '../../../src/contract/build-key.ts';
import type { SourceFrame } from '../contract/page-errors.ts';

/** A map is read up to these sizes: what a hostile one costs is bounded by them. */
const maxBytes = 20 * 1024 * 1024;
const maxMappings = 4 * 1024 * 1024;
const maxNames = 100_000;
/** Letters of a name or path that is shown. */
const maxText = 200;

const shortArray = v.custom<(string | null)[]>(
  (value) => Array.isArray(value) && value.length <= maxNames,
);
/** An indexed map, which has sections, does not match this schema and is not read. */
const mapSchema = v.object({
  version: v.literal(3),
  mappings: v.pipe(v.string(), v.maxLength(maxMappings)),
  sources: shortArray,
  names: v.optional(shortArray, []),
});
const numberSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const positionSchema = v.object({
  source: v.pipe(v.string(), v.minLength(1)),
  line: numberSchema,
  column: numberSchema,
  name: v.nullish(v.string(), null),
});

/** A frame as it was reported. */
export interface RawFrame extends BuildKey {
  path: string;
  line: number;
  column: number;
}

/** The task of a thread: the frames of one script, to be read through its map. `app` is the app with the error. */
export interface MapWork {
  map: Uint8Array;
  frames: readonly RawFrame[];
  app: string;
}

/** Frames in one script of an error of `app` as the script's source map has them; null: without a map. */
export function framesBy(
  bytes: Uint8Array | null,
  frames: readonly RawFrame[],
  app: string,
): SourceFrame[] {
  const map = openMap(bytes);
  return frames.map((frame) => frameIn(map, frame, app));
}

/** A source map, if it is one, and not too large. */
function openMap(bytes: Uint8Array | null): TraceMap | null {
  if (bytes === null || bytes.length > maxBytes) return null;
  try {
    const map = v.parse(mapSchema, JSON.parse(new TextDecoder().decode(bytes)));
    const textOf = (text: unknown) => (typeof text === 'string' ? text : '');
    return new TraceMap({ ...map, sources: map.sources.map(textOf), names: map.names.map(textOf) });
  } catch {
    return null;
  }
}

function frameIn(map: TraceMap | null, frame: RawFrame, app: string): SourceFrame {
  const { path, line, column } = frame;
  // A script of another build has another hash in its name.
  const file = plain(path.replace(/\.[0-9a-f]{8,}(?=\.)/, ''));
  const asReported = { file, line, column, name: null, own: false };
  // Columns are counted from 1 in stacks and from 0 in maps.
  const at = map === null ? null : positionIn(map, line, Math.max(0, column - 1));
  if (at === null) return asReported;
  const isDependency = /(?:^|\/)node_modules\/|^webpack\/|^external /.test(at.file);
  return { ...at, own: frame.app === app && !isDependency };
}

function positionIn(map: TraceMap, line: number, column: number) {
  // The mappings may name a source that is missing from the map.
  const found = v.safeParse(positionSchema, find(map, Math.max(1, line), column));
  if (!found.success) return null;
  const { source, name, ...at } = found.output;
  const file = plain(sourcePath(source));
  return { file, line: at.line, column: at.column + 1, name: name && plain(name) };
}

function find(map: TraceMap, line: number, column: number): unknown {
  try {
    return originalPositionFor(map, { line, column });
  } catch {
    return null;
  }
}

/** A text of a map, which may say anything, as it can be shown. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\?.*$/, '')
    .slice(0, maxText)
    .toWellFormed();
}
