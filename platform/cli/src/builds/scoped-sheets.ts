import { scopeStyles } from '@tallystick/build/scope-styles';
import { fail } from '../outcome.ts';

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/**
 * The style sheets of another bundler's build as they are published, by path: their rules reach only what the app shows.
 * One that is not UTF-8 stays as it is.
 *
 * @throws Failed if one cannot be read
 */
export function scopedSheets(files: Files, app: string): Files {
  const sheets = [...files].filter(([path]) => path.endsWith('.css'));
  return new Map(
    sheets.flatMap(([path, bytes]) => {
      const text = textOf(bytes);
      return text === null ? [] : [[path, new TextEncoder().encode(scoped(path, text, app))]];
    }),
  );
}

function scoped(path: string, text: string, app: string): string {
  try {
    return scopeStyles(text, app);
  } catch (error) {
    const words = error instanceof Error ? error.message.replace('<css input>:', 'line ') : error;
    return fail('unfit', `${path} is no style sheet: ${words}.`);
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
