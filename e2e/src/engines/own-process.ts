import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { observe } from '../house/command.ts';

/** An empty home for programs that would else keep something in the user's, and that end with it. */
export async function makeHome() {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-engine-'));
  const running: ReturnType<typeof observe>[] = [];
  const kill = () => {
    for (const { child } of running) child.kill('SIGKILL');
  };
  process.once('exit', kill);
  return {
    folder,
    /** Starts a program, which finds its home in these variables and in its environment. */
    start(program: string, words: readonly string[], variables: Record<string, string> = {}) {
      const places = { HOME: folder, XDG_RUNTIME_DIR: folder, XDG_CONFIG_HOME: folder };
      const env = { ...process.env, ...places, ...variables };
      const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const observed = observe(child);
      running.push(observed);
      return observed;
    },
    /** Ends all, the last one first, and removes the home. */
    async close(): Promise<void> {
      process.off('exit', kill);
      for (const { child, ended } of running.reverse()) {
        child.kill();
        await ended;
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
