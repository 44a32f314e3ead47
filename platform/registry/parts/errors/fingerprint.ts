import { createHash } from 'node:crypto';
import type { ReportedError, SourceFrame } from './contract/page-errors.ts';

/** How many of the innermost frames tell errors apart. */
const topFrames = 3;

/**
 * Names an error across builds: by its name, its message without numbers and quoted parts, and the files and functions
 * of its frames. Lines change with each build, so they do not count.
 */
export function fingerprintOf(
  { name, message }: Pick<ReportedError, 'name' | 'message'>,
  frames: readonly SourceFrame[],
): string {
  const own = frames.filter((frame) => frame.own);
  const top = (own.length > 0 ? own : frames).slice(0, topFrames);
  const places = top.map((frame) => `${frame.file} ${frame.name}`);
  return shortHash([name, shapeOf(message), ...places].join('\n'));
}

/** Names an error of one build before its frames are read. Errors that differ only in values have the same key. */
export function keyOf({ name, message, frames }: ReportedError): string {
  return shortHash([name, shapeOf(message), ...frames.slice(0, topFrames)].join('\n'));
}

function shapeOf(message: string): string {
  return message.replaceAll(/(["'`]).*?\1/g, '""').replaceAll(/\d+/g, '0');
}

/** 132 bits of a hash, in 22 letters. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
