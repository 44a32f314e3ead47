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
 * Jotai numbers the atoms of a page as it makes them, `atom1` and so on, in every version and as any minifier writes it.
 * A second copy has numbers, and a store by default, of its own.
 */
const atomNumber = /["'`]atom(?:\$\{\s*\+\+|["'`]\s*(?:\+|\.concat\()\s*\+\+)/;
const atomMark = 'atom';

/** What is compiled into the scripts of a build and exists once in a page; what is not there is left out. */
export interface Copies {
  /** Versions of React DOM, its client or its server. */
  reactDom?: string[];
  /** Packages with a store of their own: `jotai`. */
  stores?: string[];
}

/**
 * The copies in the scripts of a remote's build. The files are searched as bytes: twenty megabytes take some ten
 * milliseconds.
 */
export function copiesIn(
  files: Iterable<readonly [path: string, bytes: Uint8Array]>,
  manifest: unknown,
): Copies {
  const versions = new Set<string>();
  let hasAtoms = false;
  const fallbacks = fallbackScripts(manifest);
  for (const [path, bytes] of files) {
    if (!/\.m?js$/.test(path) || fallbacks.has(path)) continue;
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const version of versionsIn(file)) versions.add(version);
    // What renders on a server is in no page.
    if (hasAtoms || path.startsWith('server/')) continue;
    hasAtoms = [...around(file, atomMark, 1, 30)].some((text) => atomNumber.test(text));
  }
  return {
    ...(versions.size > 0 && { reactDom: [...versions].sort() }),
    ...(hasAtoms && { stores: ['jotai'] }),
  };
}

function versionsIn(file: Buffer): string[] {
  const texts = marks.flatMap((mark) => [...around(file, mark, before, after)]);
  return texts.flatMap((text) =>
    [...text.matchAll(comparison)].flatMap(([, minified, whole]) => minified ?? whole ?? []),
  );
}

/** The text around each place of a mark. */
function* around(file: Buffer, mark: string, before: number, after: number): Iterable<string> {
  for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + mark.length)) {
    yield file.toString('latin1', Math.max(0, at - before), at + after);
  }
}
