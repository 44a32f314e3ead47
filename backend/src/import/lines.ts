/** Longest line that is read, in bytes without its line end. */
const maxLineBytes = 1_048_576;

/** One line of the input, counted from 1; `problem` instead of `text` if it cannot be read as text. */
export type Line = { number: number; text: string } | { number: number; problem: string };

const newline = 0x0a;

/**
 * Splits bytes into lines, holding at most one line and one chunk. A line that is too long or not
 * UTF-8 becomes a `problem`; the lines after it are read as usual.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  limit = maxLineBytes,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let held: Uint8Array[] = [];
  let heldLength = 0;
  let number = 0;

  const finish = (): Line => {
    number += 1;
    const length = heldLength;
    const bytes = held.length === 1 ? held[0] : Buffer.concat(held);
    held = [];
    heldLength = 0;
    if (length > limit) return { number, problem: `is longer than ${limit} bytes` };
    try {
      return { number, text: decoder.decode(bytes).replace(/\r$/, '') };
    } catch {
      return { number, problem: 'is not UTF-8 text' };
    }
  };
  const hold = (bytes: Uint8Array) => {
    heldLength += bytes.length;
    if (heldLength > limit) held = [];
    else held.push(bytes);
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      hold(chunk.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    if (start < chunk.length) hold(chunk.subarray(start));
  }
  if (heldLength > 0) yield finish();
}
