import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Runs a command of a prebuilt tree with these variables alone; answers what it says, and throws that if it fails. */
export async function runTree(
  tree: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(process.execPath, ['tallystick.js', ...words], {
    cwd: tree,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  if (code === 0) return out;
  throw new Error(`${words.join(' ')}: ${out}${error}`);
}
