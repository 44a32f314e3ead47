const mebibyte = 1_048_576;

/** Limits of a JSON text: its bytes, its values (counted by commas and opening brackets), and its nesting depth. */
export interface JsonBound {
  bytes: number;
  values: number;
  depth: number;
}

const depth = 32;
const part: JsonBound = { bytes: mebibyte / 4, values: 20_000, depth };

/**
 * Limits of what is sent to the registry; they stand only here. Each is checked before a text is parsed, because the
 * process that parses it also serves pages. A text at its limit takes less than 50 ms (decision 93). Other limits, such
 * as files of an app, stand where they are counted.
 */
export const bounds = {
  /** The body of a call, if it is none of those below. */
  call: { bytes: 65_536, values: 4_000, depth },
  /** The body of `can-ship`: a dozen builds with large manifests and contracts. */
  question: { bytes: 2 * mebibyte, values: 40_000, depth },
  /** Files of a build that the registry reads, by their path. 2,000 files are the most that an app may have. */
  'artifact.json': { bytes: mebibyte, values: 10_000, depth },
  'mf-manifest.json': part,
  'entry.json': part,
  'contract.json': part,
  /** A team's own tool may say much of each package. */
  'sbom.json': { bytes: 2 * mebibyte, values: 40_000, depth },
} satisfies Record<string, JsonBound>;

/** Largest file of a build, in bytes. */
export const largestFile = 20 * mebibyte;

/** What a client takes of an answer, in bytes: no list or file of a registry is nearly as large. */
export const largestAnswer = 256 * mebibyte;

/** In what a text exceeds a bound, or null. It reads each character once and allocates nothing. */
export function beyondBound(text: string, { bytes, values, depth }: JsonBound): string | null {
  // Each character has at least one byte.
  if (text.length > bytes) return `has ${text.length} bytes or more: at most ${bytes}`;
  let count = 0;
  let open = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (quoted) {
      if (character === backslash) at += 1;
      else if (character === quote) quoted = false;
    } else if (character === quote) quoted = true;
    else if (character === comma) count += 1;
    else if (character === bracket || character === brace) {
      count += 1;
      open += 1;
      if (open > depth) return `has more than ${depth} brackets within brackets`;
    } else if (character === closingBracket || character === closingBrace) open -= 1;
    if (count > values) return `has more than ${values} values`;
  }
  return null;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [bracket, brace, closingBracket, closingBrace] = [0x5b, 0x7b, 0x5d, 0x7d];
