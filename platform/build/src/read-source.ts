import { spawnSync } from 'node:child_process';
import type { BuildSource } from '@tallystick/contract/build-source';

/** Milliseconds after which a build does without what git would say. */
const timeoutMs = 5_000;
const maxLength = 300;

/** The commit that the files of a folder are from; undefined: it is in no repository, or there is no git. */
export function readSource(folder: string): BuildSource | undefined {
  const git = (...args: string[]): string | undefined => {
    const run = spawnSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      timeout: timeoutMs,
      maxBuffer: 64 * 1024 * 1024,
      // A look at the state of files takes no lock that a person's own git waits for.
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
    });
    return run.status === 0 ? run.stdout.trim() : undefined;
  };
  // The name and no address: who looks at the board need not be able to write to the author.
  const [commit, author = '', title = ''] =
    git('log', '-1', '--format=%H%n%an%n%s')?.split('\n') ?? [];
  if (!commit) return undefined;
  const changes = git('status', '--porcelain');
  const ref = git('symbolic-ref', '--short', '--quiet', 'HEAD');
  const link = commitLink(git('remote', 'get-url', 'origin'), commit);
  return {
    commit,
    ...(title !== '' && { title: title.slice(0, maxLength) }),
    ...(author !== '' && !author.includes('@') && { author: author.slice(0, maxLength) }),
    ...(ref && ref.length <= maxLength && { ref }),
    ...(link && link.length <= maxLength && { link }),
    clean: changes === '',
  };
}

/** Where a commit is looked at, by the address of its repository, without the secrets that may stand in that. */
export function commitLink(remote: string | undefined, commit: string): string | undefined {
  const address =
    /^https?:\/\/(?:[^@/]*@)?(?<host>[\w.:-]+)\/(?<path>[\w./~-]+)$/.exec(remote ?? '') ??
    /^(?:ssh:\/\/)?[\w.-]+@(?<host>[\w.-]+)(?::\d+(?=\/))?[:/](?<path>[\w./~-]+)$/.exec(
      remote ?? '',
    );
  const { host, path } = address?.groups ?? {};
  if (host === undefined || path === undefined) return undefined;
  const scheme = remote?.startsWith('http:') ? 'http' : 'https';
  return `${scheme}://${host}/${path.replace(/\/$/, '').replace(/\.git$/, '')}/commit/${commit}`;
}
