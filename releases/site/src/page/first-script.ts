import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import type { Release } from '../release/release.ts';

/** The shell's script that runs before anything is painted. */
export interface FirstScript {
  integrity: string;
  /** To stand in the page itself; undefined: it cannot be read now, the browser asks for it. */
  text: string | undefined;
}

/** What would end, or not begin, a script that stands in a page. */
const notInline = /<\/script|<!--/i;

/**
 * The shell's `first.js`, undefined if it has none. It is inlined: as a file of its own, it
 * would block painting while it does not arrive, and nothing could say so.
 */
export async function readFirstScript(
  bodies: Pick<ArtifactBodies, 'read'>,
  { shell }: Release,
): Promise<FirstScript | undefined> {
  const integrity = shell.artifact.files['first.js'];
  if (integrity === undefined) return undefined;
  const prepared = await bodies.read(shell, 'first.js').catch(() => null);
  const body = prepared?.bodies.get('identity')?.body;
  const text = body && Buffer.from(body).toString();
  return { integrity, text: text === undefined || notInline.test(text) ? undefined : text };
}
