/** Hashes (`sha384-…`) of files, by path. */
export type Files = Readonly<Record<string, string>>;

/** The files of an artifact that pages load, by their paths on the site; `base`: that of the artifact. */
export function pageFiles(base: string, files: Files): Files {
  const loaded = Object.entries(files).filter(([path]) => isPageFile(path));
  return Object.fromEntries(loaded.map(([path, hash]) => [base + path, hash]));
}

/** Whether a page may load a file: not what describes a build, or helps to read its code. */
export function isPageFile(path: string): boolean {
  return !/\.map$|^(?:entry|mf-manifest|mf-stats)\.json$/.test(path);
}
