import { readFile } from 'node:fs/promises';

export function encodeJson(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** The value; null: it is no JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** The value in a file; null: there is none, or it is no JSON. */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(await readFile(file).catch(() => new Uint8Array()));
}
