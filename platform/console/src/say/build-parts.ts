const hashLength = 12;
/** Digits of it that people are shown: enough to tell builds of a version apart. */
const shown = 7;

/** The parts of `<version>-<content hash>`, the hash shortened. */
export function buildParts(build: string): { version: string; short: string } {
  return {
    version: build.slice(0, -hashLength - 1),
    short: build.slice(-hashLength, shown - hashLength),
  };
}

/** `0.1.0-3fa2b1c`: a build in a sentence. */
export function buildWords(build: string): string {
  const { version, short } = buildParts(build);
  return `${version}-${short}`;
}
