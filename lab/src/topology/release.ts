import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { runTree } from './run-tree.ts';

/** The release command of a prebuilt tree, at one of the admin APIs. */
export type ReleaseCommand = ReturnType<typeof releaseCommand>;

/** As much as every version says of it. */
const historySchema = v.object({
  revisions: v.array(v.object({ revision: v.number() })),
  next: v.nullable(v.number()),
});

/** @param folder the data folder of a site server, which has the machine's key */
export function releaseCommand(tree: string, folder: string) {
  const run = (port: number, ...words: string[]) =>
    runTree(tree, ['release', ...words], {
      DATA_DIR: folder,
      RELEASE_URL: `http://127.0.0.1:${port}`,
    });
  return {
    /** Answers what it says; rejects with that if it fails. */
    run,
    /** Publishes the tree's apps; answers them as `app@build`. */
    async publishApps(port: number) {
      const apps = readdirSync(join(tree, 'apps')).map((app) => `apps/${app}`);
      const said = await run(port, 'publish', ...apps);
      return [...new Set([...said.matchAll(/\b(?:shell|mfe-\w+)@[\w.+-]+/g)].map(([key]) => key))];
    },
    /** The numbers of all revisions. */
    async revisions(port: number) {
      const found = new Set<number>();
      for (let page: string[] = []; ; ) {
        const said = await run(port, 'history', '--json', '--limit', '200', ...page);
        const { revisions, next } = v.parse(historySchema, JSON.parse(said));
        for (const { revision } of revisions) found.add(revision);
        if (next === null) return found;
        page = ['--before', String(next)];
      }
    },
  };
}
