import type { BuildSource } from '@tallystick/contract/build-source';
import { type Origin, originSchema } from '@tallystick/registry/contract/provenance';
import * as v from 'valibot';
import type { Io } from '../io.ts';

/**
 * Where a build comes from: its commit as git had it when it was built, and the run by the pipeline's environment.
 * That is GitHub Actions, GitLab CI, or what follows either. Undefined where neither is known. It is stored as said,
 * since anybody can set these.
 */
export function saidOrigin(
  variables: Io['variables'],
  source: BuildSource | undefined,
): Origin | undefined {
  const of = (name: string) => variables[name] || undefined;
  const repository = of('GITHUB_REPOSITORY') ?? of('CI_PROJECT_PATH');
  const sha = of('GITHUB_SHA') ?? of('CI_COMMIT_SHA');
  const [server, runId] = [of('GITHUB_SERVER_URL'), of('GITHUB_RUN_ID')];
  const isGitHub = server !== undefined && repository !== undefined && runId !== undefined;
  const said = {
    repository,
    link: isGitHub && sha ? `${server}/${repository}/commit/${sha}` : undefined,
    ref: of('GITHUB_REF') ?? of('CI_COMMIT_REF_NAME'),
    commit: sha,
    title: of('CI_COMMIT_TITLE'),
    workflow: of('GITHUB_WORKFLOW_REF') ?? of('CI_JOB_NAME'),
    run: isGitHub ? `${server}/${repository}/actions/runs/${runId}` : of('CI_JOB_URL'),
    event: of('GITHUB_EVENT_NAME') ?? of('CI_PIPELINE_SOURCE'),
    actor: of('GITHUB_ACTOR') ?? of('GITLAB_USER_LOGIN'),
  };
  const run = Object.entries(said).filter(([, value]) => value !== undefined);
  const origin: Origin = {};
  for (const [name, value] of Object.entries({ ...Object.fromEntries(run), ...source })) {
    const read = v.safeParse(originSchema, { [name]: value });
    if (read.success) Object.assign(origin, read.output);
  }
  return Object.keys(origin).length > 0 ? origin : undefined;
}
