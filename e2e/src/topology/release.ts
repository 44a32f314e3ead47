import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The release command of a prebuilt tree, at one of the admin APIs. */
export interface ReleaseCommand {
  /** Answers what it says; rejects with that if it fails. */
  run(port: number, ...words: string[]): Promise<string>;
  /** Publishes the tree's apps; answers them as `app@build`. */
  publishApps(port: number): Promise<string[]>;
}

/** @param folder the data folder of a site server, which has the machine's key */
export function releaseCommand(tree: string, folder: string): ReleaseCommand {
  async function run(port: number, ...words: string[]): Promise<string> {
    const child = spawn(process.execPath, ['tallystick.js', 'release', ...words], {
      cwd: tree,
      env: { DATA_DIR: folder, RELEASE_URL: `http://127.0.0.1:${port}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await ended;
    if (code === 0) return out;
    throw new Error(`release ${words.join(' ')}: ${out}${error}`);
  }
  return {
    run,
    async publishApps(port) {
      const apps = readdirSync(join(tree, 'apps')).map((app) => `apps/${app}`);
      const said = await run(port, 'publish', ...apps);
      return [...new Set([...said.matchAll(/\b(?:shell|mfe-\w+)@[\w.+-]+/g)].map(([key]) => key))];
    },
  };
}
