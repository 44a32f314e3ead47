/** A build id in its two parts. */
export interface BuildParts {
  version: string;
  /** The first digits of the content's hash: enough for people to tell builds of a version apart. */
  short: string;
}

const hashLength = 12;
const shown = 7;

/** The parts of `<version>-<content hash>`. */
export function buildParts(build: string): BuildParts {
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
