import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type PreviewLink,
  previewLinkSchema,
} from '@tallystick/registry/contract/preview-selection';
import { openTestIssuer, type TestIssuer } from '@tallystick/registry/parts/trust/issuer.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeApp } from './release.testing.ts';
import { openStock, type Stock } from './stock.testing.ts';

// Runs the commands of the pipelines in docs/pipelines.md as they stand there. Only npm, npx and gh are
// replaced by our own; each run is one that a real issuer has signed.

const here = dirname(fileURLToPath(import.meta.url));
const stepsOf = v.array(
  v.object({
    run: v.optional(v.string()),
    env: v.optional(v.record(v.string(), v.string()), {}),
    uses: v.optional(v.string()),
  }),
);
const gitHubSchema = v.object({
  env: v.record(v.string(), v.string()),
  permissions: v.record(v.string(), v.string()),
  jobs: v.record(
    v.string(),
    v.object({
      permissions: v.optional(v.record(v.string(), v.string()), {}),
      steps: stepsOf,
    }),
  ),
});
const jobSchema = v.looseObject({
  script: v.array(v.string()),
  id_tokens: v.optional(v.record(v.string(), v.object({ aud: v.string() })), {}),
});

let stock: Stock;
let issuer: TestIssuer;
let work = '';
let builds = 0;
let gitHub: v.InferOutput<typeof gitHubSchema>;
let gitLab: Record<string, unknown>;
beforeAll(async () => {
  stock = await openStock();
  issuer = await openTestIssuer();
  const guide = await readFile(join(here, '../../../docs/pipelines.md'), 'utf8');
  const [one, other] = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text ?? '');
  gitHub = v.parse(gitHubSchema, parse(one ?? ''));
  gitLab = v.parse(v.record(v.string(), v.unknown()), parse(other ?? ''));
  await stock.change('production', {
    kind: 'promote',
    builds: { shell: '1.0.0-aaaaaaaaaaaa' },
    reason: 'the beginning',
  });
});
afterAll(async () => {
  await issuer.close();
  await stock.house.close();
});

/** A checkout with a build, and a folder of commands before those of the machine. */
beforeEach(async () => {
  builds += 1;
  work = join(stock.house.folder, `work-${builds}`);
  const bin = join(work, 'bin');
  await mkdir(bin, { recursive: true });
  const release = `exec ${process.execPath} ${join(here, 'main.ts')} "$@"`;
  const commands = {
    npm: '#!/bin/sh\nexit 0\n',
    // Without --no-install the real one would fetch from npm what is not installed.
    npx: `#!/bin/sh\n[ "$1 $2" = "--no-install tallystick-release" ] || exit 97\nshift 2\n${release}\n`,
    gh: '#!/bin/sh\nprintf "%s\\n" "$@" > gh-was-told\n',
  };
  for (const [name, text] of Object.entries(commands)) {
    await writeFile(join(bin, name), text);
    await chmod(join(bin, name), 0o755);
  }
  await build('mfe-notes');
});

/** Puts another build of an app into the checkout; answers its id. */
async function build(app: string): Promise<string> {
  const id = `1.0.${builds}-${String(builds).padStart(12, '0')}`;
  const made = await writeApp(stock.house, app, id, { 'later.js': `later(${builds})` });
  await rm(join(work, 'dist'), { recursive: true, force: true });
  await cp(made, join(work, 'dist', id), { recursive: true });
  await writeFile(join(work, 'dist', 'current.json'), JSON.stringify({ build: id }));
  return id;
}

const url = () => `http://127.0.0.1:${stock.house.variables.ADMIN_PORT}`;
const trust = (...words: string[]) =>
  stock.here('trust', 'mfe-notes', '--issuer', issuer.url, ...words);

/** Runs a line by a shell, as runners do. */
function shell(line: string, variables: Record<string, string>) {
  const { PATH = '' } = process.env;
  const env = { ...nodeVariables, PATH: `${join(work, 'bin')}:${PATH}`, ...variables };
  return new Promise<{ code: number; out: string; err: string }>((ended) => {
    execFile(
      '/bin/bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', line],
      { cwd: work, env },
      (error, out, err) => ended({ code: error === null ? 0 : Number(error.code ?? -1), out, err }),
    );
  });
}

/** Runs the steps of a job of GitHub's; it has an ID token only if the job asks for the right. */
async function runGitHub(job: string, expressions: Record<string, string> = {}) {
  const { steps = [], permissions = {} } = gitHub.jobs[job] ?? {};
  const mayAsk = { ...gitHub.permissions, ...permissions }['id-token'] === 'write';
  const runner: Record<string, string> = mayAsk
    ? {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/token?api-version=2`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'run',
      }
    : {};
  const said = { GITHUB_REPOSITORY: 'org/notes', GITHUB_SHA: 'feedfacefeedface' };
  let last = { code: 0, out: '', err: '' };
  for (const { run, env } of steps) {
    if (run === undefined || last.code !== 0) continue;
    const filled = Object.entries(env).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_all, expression: string) => {
        const value = expressions[expression];
        if (value === undefined) throw new Error(`no value for ${expression}`);
        return value;
      }),
    ]);
    last = await shell(run, {
      ...gitHub.env,
      ...Object.fromEntries(filled),
      ...runner,
      ...said,
      RELEASE_URL: url(),
    });
  }
  return last;
}

/** Runs the script of a job of GitLab's, in one shell; `claims` are those of its ID token. */
async function runGitLab(job: string, claims: Record<string, string>) {
  const { script, id_tokens } = v.parse(jobSchema, gitLab[job]);
  const variables = v.parse(v.record(v.string(), v.string()), gitLab.variables);
  expect(id_tokens.RELEASE_ID_TOKEN?.aud).toBe(variables.RELEASE_URL);
  const iat = Math.floor(Date.now() / 1_000);
  const times = { aud: url(), iat, exp: iat + 3_600 };
  const RELEASE_ID_TOKEN = await issuer.sign({ sub: 'project', ...claims, ...times }, 'ES256');
  return await shell(script.join('\n'), {
    ...variables,
    RELEASE_ID_TOKEN,
    RELEASE_URL: url(),
    CI_COMMIT_TITLE: 'new notes',
  });
}

async function links(): Promise<PreviewLink[]> {
  const { out } = await stock.here('preview', 'list', 'mfe-notes', '--json');
  return v.parse(v.array(previewLinkSchema), JSON.parse(out));
}
const live = async () => (await stock.current('production'))?.builds['mfe-notes'];

describe('the pipeline of GitHub', () => {
  it('gives a pull request a link in a comment, and promotes nothing', async () => {
    await trust(
      '--claim',
      'repository=org/notes',
      '--claim',
      'event_name=pull_request',
      '--may',
      'preview',
    );
    issuer.run = { sub: 'r', repository: 'org/notes', event_name: 'pull_request', run_id: '7' };
    const id = await build('mfe-notes');
    const ran = await runGitHub('preview', { 'github.token': 'x', 'github.event.number': '12' });
    expect(ran).toMatchObject({ code: 0, err: '' });
    const told = await readFile(join(work, 'gh-was-told'), 'utf8');
    expect(told).toBe('pr\ncomment\n12\n--body-file\npreview.md\n--edit-last\n--create-if-none\n');
    const comment = await readFile(join(work, 'preview.md'), 'utf8');
    const [link] = await links();
    expect(link).toMatchObject({
      app: 'mfe-notes',
      build: id,
      createdBy: 'CI of org/notes, run 7',
    });
    expect(comment).toMatch(/^<!-- tallystick-preview mfe-notes -->\n/);
    expect(comment).toMatch(
      /\(http:\/\/localhost:4000\/releases\/preview\?link=tsp_[0-9a-f]{16}_[\w-]{43}\)/,
    );
    expect(comment).toContain(`tallystick-release preview end ${link?.id}`);
    const refused = await runGitHub('release', { 'github.event.head_commit.message': 'why' });
    expect(refused.code).toBe(4);
    expect(refused.err).toContain('is trusted to preview mfe-notes, not to publish it');
    const { out } = await stock.here('builds', 'mfe-notes');
    expect(out).toMatch(/ previews +org\/notes \(verified\)$/m);
  });

  it('makes what is pushed to main live, and tells from which commit it is', async () => {
    await trust(
      '--claim',
      'repository=org/notes',
      '--claim',
      'ref=refs/heads/main',
      '--may',
      'promote',
    );
    issuer.run = { sub: 'r', repository: 'org/notes', ref: 'refs/heads/main', sha: 'a1b2c3d4e5f6' };
    const id = await build('mfe-notes');
    const message = 'new notes; $(touch tricked) "quoted"';
    const merge = `${message}\n\nWhat a merge says below its title.`;
    const ran = await runGitHub('release', { 'github.event.head_commit.message': merge });
    expect(ran).toMatchObject({ code: 0 });
    expect(await live()).toBe(id);
    expect((await stock.current('production'))?.reason).toBe(message);
    expect((await stock.here('status')).out).toContain(
      `from org/notes@a1b2c3d4 (verified): mfe-notes ${id}`,
    );
    const diff = await stock.here('diff', 'mfe-notes@1.0.1', 'mfe-notes@1.0.2');
    expect(diff.out).toContain('from org/notes (verified) → org/notes@a1b2c3d4 (verified)');
    const said = await stock.here('status', '--json');
    expect(JSON.parse(said.out).sources).toContainEqual(
      expect.objectContaining({
        app: 'mfe-notes',
        provenance: {
          verified: expect.objectContaining({ commit: 'a1b2c3d4e5f6', issuer: issuer.url }),
          said: { repository: 'org/notes', commit: 'feedfacefeedface' },
        },
      }),
    );
  });

  it('of another repository can do nothing, and is told which claim is another', async () => {
    const before = await live();
    issuer.run = { sub: 'r', repository: 'evil/notes', ref: 'refs/heads/main' };
    await build('mfe-notes');
    const ran = await runGitHub('release', { 'github.event.head_commit.message': 'why' });
    expect(ran.code).toBe(4);
    expect(ran.err).toContain('repository=evil/notes');
    expect(await live()).toBe(before);
  });

  it('asks for the right to a token only where nothing is built', () => {
    const asks = Object.entries(gitHub.jobs).filter(
      ([, { permissions }]) => permissions['id-token'] === 'write',
    );
    expect(asks.map(([name]) => name)).toEqual(['preview', 'release']);
    const builds = asks.flatMap(([, { steps }]) =>
      steps.filter(({ run = '' }) => /npm (?:run|ci(?! --ignore-scripts))/.test(run)),
    );
    expect(builds).toEqual([]);
  });
});

describe('the pipeline of GitLab', () => {
  it('builds for a merge request, where GitLab runs jobs without rules only if the workflow has some', () => {
    const { rules } = v.parse(v.object({ rules: v.array(v.unknown()) }), gitLab.workflow);
    expect(rules).toContainEqual({ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' });
    expect(rules).toContainEqual({ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' });
  });

  it('shows a link in the merge request, and makes what is merged live', async () => {
    const mine = ['--claim', 'project_path=org/notes'];
    await trust(...mine, '--claim', 'pipeline_source=merge_request_event', '--may', 'preview');
    await trust(...mine, '--claim', 'ref=main', '--may', 'promote');
    const id = await build('mfe-notes');
    const claims = { project_path: 'org/notes', pipeline_id: '9' };
    const asked = { ...claims, pipeline_source: 'merge_request_event', ref: 'mine' };
    expect(await runGitLab('preview', asked)).toMatchObject({
      code: 0,
      err: 'It has no page without a parameter: --page /… leads to one that shows it.\n',
    });
    const dotenv = await readFile(join(work, 'preview.env'), 'utf8');
    expect(dotenv).toMatch(
      /^PREVIEW_URL=http:\/\/localhost:4000\/releases\/preview\?link=tsp_\S+\n$/,
    );
    expect((await links())[0]).toMatchObject({ build: id, createdBy: 'CI of org/notes, run 9' });
    expect(await live()).not.toBe(id);

    const merged = await runGitLab('release', { ...claims, pipeline_source: 'push', ref: 'main' });
    expect(merged).toMatchObject({ code: 0 });
    expect(await live()).toBe(id);
  });

  it('ends with what the command ended with where there is no preview', async () => {
    const asked = { project_path: 'evil/notes', pipeline_source: 'merge_request_event' };
    expect(await runGitLab('preview', asked)).toMatchObject({ code: 4 });
  });

  it('is told that its token begins later than the clock of the registry says', async () => {
    await trust('--claim', 'project_path=org/notes', '--claim', 'ref=main', '--may', 'promote');
    const iat = Math.floor(Date.now() / 1_000) + 3_600;
    const claims = { sub: 'project', project_path: 'org/notes', ref: 'main' };
    const RELEASE_ID_TOKEN = await issuer.sign({ ...claims, aud: url(), iat, exp: iat + 300 });
    const as = { RELEASE_ID_TOKEN, RELEASE_URL: url(), RELEASE_APP: 'mfe-notes' };
    const { code, err } = await shell('npx --no-install tallystick-release whoami', as);
    expect(code).toBe(4);
    expect(err).toMatch(
      /^release: The ID token begins at [\d:]{8}, the registry's clock says [\d:]{8} \(UTC\)\. Set the clock that is wrong\.\n$/,
    );
  });

  it('of another branch may not release', async () => {
    const claims = { project_path: 'org/notes', pipeline_source: 'push', ref: 'mine' };
    const refused = await runGitLab('release', claims);
    expect(refused.code).toBe(4);
    expect(refused.err).toMatch(/ref=mine/);
  });
});

describe('previews', () => {
  it('are opened by a publisher’s token, for one browser if so wished, and ended', async () => {
    const secret = await stock.token('notes-ci', '--app', 'mfe-notes');
    const as = { RELEASE_URL: url(), RELEASE_TOKEN: secret };
    const opened = await shell(
      'npx --no-install tallystick-release preview . --once --hours 2 --json',
      as,
    );
    expect(opened.code).toBe(0);
    const link = v.parse(
      v.object({ ...previewLinkSchema.entries, url: v.string() }),
      JSON.parse(opened.out),
    );
    expect(link).toMatchObject({ app: 'mfe-notes', once: true, createdBy: 'notes-ci' });
    const foreign = await stock.token('other-ci', '--app', 'mfe-other');
    const by = (token: string, line: string) =>
      shell(`npx --no-install tallystick-release ${line}`, { ...as, RELEASE_TOKEN: token });
    expect((await by(foreign, 'preview list')).out).toBe('No preview is open.\n');
    expect((await by(foreign, `preview end ${link.id}`)).code).toBe(1);
    expect((await by(secret, `preview end ${link.id}`)).code).toBe(0);
    expect((await links()).map(({ id }) => id)).not.toContain(link.id);
  });
});
