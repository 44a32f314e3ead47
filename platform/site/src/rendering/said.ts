import * as v from 'valibot';

/** Characters of a message without a page's HTML. The body of a call has 4,000 at most, each of which may be escaped. */
const maxCharacters = 10_000;
/** Characters of an error, as our own program cuts it. Its readers look at each character often. */
const maxProblem = 1_000;
const problemSchema = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, maxProblem)),
);
const pageSaidSchema = v.variant('type', [
  v.object({
    type: v.literal('call'),
    id: v.number(),
    call: v.number(),
    path: v.pipe(v.string(), v.maxLength(500)),
    body: v.nullable(v.string()),
  }),
  v.object({ type: v.literal('rendered'), id: v.number(), html: v.string() }),
  v.object({ type: v.picklist(['failed', 'moved']), id: v.number(), problem: problemSchema }),
]);
/** What a process says of a page. Code of builds runs there, too, so what does not fit the schema is ignored. */
export type PageSaid = v.InferOutput<typeof pageSaidSchema>;

const saidSchema = v.variant('type', [
  pageSaidSchema,
  v.object({ type: v.literal('open') }),
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('broken'), problem: problemSchema }),
]);
/** What a process says: that it runs, that its builds' code has run, that it is broken, or something of a page. */
type Said = v.InferOutput<typeof saidSchema>;

/** How our own program says a page's HTML, up to its quote. */
const beginsHtml = /^\{"type":"rendered","id":(\d{1,15}),"html":(?=")/;

/**
 * What a line says; null: nothing that fits.
 *
 * A million brackets take seconds to parse, a million characters of one string next to nothing. So a long message may
 * only be one string.
 */
export function saidIn(line: string): Said | null {
  const found = beginsHtml.exec(line);
  try {
    if (found !== null) {
      const html: unknown = JSON.parse(line.slice(found[0].length, -1));
      if (typeof html !== 'string' || !line.endsWith('}')) return null;
      return { type: 'rendered', id: Number(found[1]), html };
    }
    if (line.length > maxCharacters) return null;
    const { success, output } = v.safeParse(saidSchema, JSON.parse(line));
    return success ? output : null;
  } catch {
    return null;
  }
}

/**
 * Cuts text into lines. A long line is joined once, however small its pieces are. Not `node:readline`, which also cuts at
 * U+2028, a character that JSON may have. `render-process.mjs` imports nothing, so it has its own code for this.
 */
export function openLines() {
  let pieces: string[] = [];
  return (text: string): string[] => {
    const [first = '', ...others] = text.split('\n');
    pieces.push(first);
    const last = others.pop();
    if (last === undefined) return [];
    const lines = [pieces.join(''), ...others];
    pieces = [last];
    return lines;
  };
}
