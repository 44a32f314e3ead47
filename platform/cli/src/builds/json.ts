import { readFile } from 'node:fs/promises';

export function encodeJson(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** The value; undefined: it is no JSON. */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json));
  } catch {
    return undefined;
  }
}

/** The value in a file; undefined: there is none, or it is no JSON. */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(await readFile(file).catch(() => new Uint8Array()));
}
