import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { askWhole } from '@tallystick/contract/http/ask-whole';
import { sourcePath } from '@tallystick/contract/source-path';

/** A script of a development server has its dependencies in it. */
const limits = { timeoutMs: 30_000, maxBytes: 64 * 2 ** 20 };

/** A place in a script, as stack traces have it; lines and columns are counted from 1. */
interface Frame {
  address: string;
  line: number;
  column: number;
}

/**
 * Where in the source a stack trace begins, such as `src/total.tsx:12`. It is the innermost frame in a file of the
 * working copy that is not a dependency; null: there is none.
 *
 * @param base what addresses of the development server begin with
 */
export async function placeInSource(stack: string, base: string): Promise<string | null> {
  for (const frame of framesIn(stack, base)) {
    const { path, line } = await inSource(frame);
    if (!/(?:^|\/)node_modules\/|^webpack\//.test(path)) return `${path}:${line}`;
  }
  return null;
}

/** Who asks for something at a place of a script: a line of the source, or the dependency whose code that is. */
export async function askedForBy(address: string, line: number, column: number): Promise<string> {
  const found = await inSource({ address, line, column });
  const [, library = `${found.path}:${found.line}`] =
    /.*(?:^|\/)node_modules\/(?:\.vite\/deps\/)?((?:@[^/]+\/)?[^/?]+)/.exec(found.path) ?? [];
  return library;
}

async function inSource(frame: Frame): Promise<{ path: string; line: number }> {
  const { file, line } = (await mapped(frame)) ?? { file: frame.address, line: frame.line };
  return { path: sourcePath(file), line };
}

/** Whether code of the working copy stands in a stack trace. */
export function isOfWorkingCopy(stack: string, base: string): boolean {
  return framesIn(stack, base).length > 0;
}

function framesIn(stack: string, base: string): Frame[] {
  return [...stack.matchAll(/((?:https?|webpack-internal):\/\/[^\s()]+?):(\d+):(\d+)/g)]
    .map(([, address = '', line, column]) => ({
      address,
      line: Number(line),
      column: Number(column),
    }))
    .filter(({ address }) => address.startsWith(base) || address.startsWith('webpack-internal:'));
}

/** As the script's source map has it; null: it has none. */
async function mapped({ address, line, column }: Frame) {
  if (!/^https?:/.test(address)) return null;
  const [, named] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(await textAt(address)) ?? [];
  if (named === undefined) return null;
  // The address of a map within a script says nothing of where its sources are.
  const at = new URL(named.startsWith('data:') ? '' : named, address).href;
  const map = inlined(named) ?? (await textAt(at));
  const found = originalPositionFor(new TraceMap(map, at), { line, column: column - 1 });
  return found.source === null ? null : { file: found.source, line: found.line };
}

/** '': there was no answer. */
async function textAt(address: string): Promise<string> {
  const asked = await askWhole(address, limits);
  return asked.ok ? asked.value.text() : '';
}

/** The map that stands in the script itself; null: it has an address. */
function inlined(named: string): string | null {
  const [, base64, text = ''] = /^data:[^,]*?(;base64)?,(.*)$/.exec(named) ?? [];
  if (text === '') return null;
  if (base64 === undefined) return decodeURIComponent(text);
  return new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
}
