import * as v from 'valibot';

/**
 * React DOM 19 and later compares its version with that of React as it begins, and throws error 527 where they differ.
 * So its code has both side by side.
 */
const comparison =
  /\(\s*527,\s*[\w$.]+,\s*["'`](\d+\.\d+\.\d+[^"'`]*)["'`]|same version[\s\S]{0,200}?- react-dom: {2}(\d+\.\d+\.\d+[^\\"'`]*)/g;
const marks = ['527,', '- react-dom:  '];
/** How far before its mark a comparison begins. */
const before = 220;
const after = 120;

const assetsSchema = v.object({
  js: v.object({ sync: v.array(v.string()), async: v.array(v.string()) }),
});
const sharedSchema = v.object({ shared: v.array(v.object({ assets: assetsSchema })) });

/** Scripts of what a build shares, which run where nobody else provides it. */
function fallbackScripts(manifest: unknown): Set<string> {
  const parsed = v.safeParse(sharedSchema, manifest);
  const shared = parsed.success ? parsed.output.shared : [];
  return new Set(shared.flatMap(({ assets: { js } }) => [...js.sync, ...js.async]));
}

/**
 * The versions of React DOM that are compiled into the scripts of a build, its client or its server. The files are
 * searched as bytes: twenty megabytes take some ten milliseconds.
 */
export function reactDomCopies(
  files: Iterable<readonly [path: string, bytes: Uint8Array]>,
  manifest: unknown,
): string[] {
  const versions = new Set<string>();
  const fallbacks = fallbackScripts(manifest);
  for (const [path, bytes] of files) {
    if (!/\.m?js$/.test(path) || fallbacks.has(path)) continue;
    for (const version of versionsIn(bytes)) versions.add(version);
  }
  return [...versions].sort();
}

function versionsIn(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return marks.flatMap((mark) => {
    const found: string[] = [];
    for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + mark.length)) {
      const text = file.toString('latin1', Math.max(0, at - before), at + after);
      for (const [, minified, whole] of text.matchAll(comparison)) {
        const version = minified ?? whole;
        if (version !== undefined) found.push(version);
      }
    }
    return found;
  });
}
