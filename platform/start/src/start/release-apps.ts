import type { Result } from '@tallystick/contract/result';
import { boardSchema } from '@tallystick/registry/contract/board';
import * as v from 'valibot';
import { done, type Failure, type Outcome } from '../outcome.ts';
import type { Children } from '../process/children.ts';
import { findApps, type Workspace } from './apps.ts';
import { planRelease, startReason } from './plan-release.ts';
import type { Progress } from './progress.ts';

const publishedSchema = v.object({
  published: v.array(v.object({ app: v.string(), build: v.string(), published: v.boolean() })),
});

/**
 * Publishes the newest build of each app and makes live, as one revision, what a start may make
 * live. It uses the release command and this machine's key, as any team would. The site server
 * runs.
 */
export async function releaseApps(
  workspace: Workspace,
  command: ReleaseCommand,
  children: Children,
  progress: Progress,
): Promise<Outcome> {
  const ask = askWith(command, children);
  const folders = findApps(workspace).flatMap(({ path, published }) => (published ? [path] : []));
  const published = await ask(publishedSchema, ['publish', ...folders]);
  if (!published.ok) return published;
  const board = await ask(boardSchema, ['status']);
  if (!board.ok) return board;
  const { promote, notes } = planRelease(board.value, published.value.published);
  for (const note of notes) progress.line(note);
  if (promote.length === 0) return done;
  const made = await ask(v.unknown(), ['promote', ...promote, '--reason', startReason]);
  if (made.ok || board.value.current === null) return made;
  // The site goes on with the release that it has, so the start has not failed.
  progress.line(`The new builds are published, but not live: ${made.detail?.at(-1) ?? ''}`);
  return done;
}

/** A link that signs a browser in to the console of releases, once; it goes to the terminal and to no log. */
export async function consoleLink(
  command: ReleaseCommand,
  children: Children,
): Promise<Result<string, Failure>> {
  const made = await askWith(command, children)(v.object({ url: v.string() }), ['console']);
  return made.ok ? { ok: true, value: made.value.url } : made;
}

/** The script of the release command, and the words that come first. */
export type ReleaseCommand = readonly [script: string, ...words: string[]];

const askWith =
  (command: ReleaseCommand, children: Children) =>
  async <S extends v.GenericSchema>(
    schema: S,
    words: readonly string[],
  ): Promise<Result<v.InferOutput<S>, Failure>> => {
    const child = children.start({
      name: 'release command',
      command: [...command, ...words, '--json'],
      log: 'release.log',
      // Never to another registry than this machine's, whatever the shell is set up for.
      environment: {
        RELEASE_URL: '',
        RELEASE_TOKEN: '',
        RELEASE_ID_TOKEN: '',
        RELEASE_ID_TOKEN_FILE: '',
        ADMIN_SOCKET: '',
      },
      answers: true,
    });
    const code = await child.ended;
    const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), child.answer());
    if (code === 0 && answer.success) return { ok: true, value: answer.output };
    const problem = `The artifacts could not be released; see ${child.log}.`;
    return { ok: false, problem, detail: child.lastLines(12) };
  };
