import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const secrets: readonly RegExp[] = [
  // An e-mail address.
  /[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}\b/i,
  // A token of the identity provider or of the live feed.
  /\beyJ[\w-]{10,}\.[\w-]*/,
  // A sign-in code: six digits that are neither a process's number nor part of a longer one.
  /(?<!"pid":|process |[\w.:-])\d{6}(?![\w.:-])/,
];

/** The lines that hold an e-mail address, a token or what looks like a sign-in code. */
export function linesWithSecrets(text: string): string[] {
  return text.split('\n').filter((line) => secrets.some((secret) => secret.test(line)));
}

const servers = /^(side-)?(ledger|site|identity)\.log/;

/** All such lines that the servers of the house with this folder, and those beside it, have logged. */
export async function loggedSecrets(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'logs');
  // One that failed before its first server has none.
  const names = await readdir(folder).catch(() => []);
  const logs = names.filter((name) => servers.test(name));
  const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap(linesWithSecrets);
}
