import { type Origin, originSchema } from '@tallystick/registry/contract/provenance';
import * as v from 'valibot';
import type { Io } from '../io.ts';

/**
 * Where a build comes from by what the pipeline's environment says: GitHub Actions, GitLab CI, or what
 * follows either. Undefined outside of one. It is stored as said, since anybody can set these.
 */
export function saidOrigin(variables: Io['variables']): Origin | undefined {
  const of = (name: string) => variables[name] || undefined;
  const repository = of('GITHUB_REPOSITORY') ?? of('CI_PROJECT_PATH');
  const [server, run] = [of('GITHUB_SERVER_URL'), of('GITHUB_RUN_ID')];
  const isGitHub = server !== undefined && repository !== undefined && run !== undefined;
  const said = {
    repository,
    ref: of('GITHUB_REF') ?? of('CI_COMMIT_REF_NAME'),
    commit: of('GITHUB_SHA') ?? of('CI_COMMIT_SHA'),
    workflow: of('GITHUB_WORKFLOW_REF') ?? of('CI_JOB_NAME'),
    run: isGitHub ? `${server}/${repository}/actions/runs/${run}` : of('CI_JOB_URL'),
    event: of('GITHUB_EVENT_NAME') ?? of('CI_PIPELINE_SOURCE'),
    actor: of('GITHUB_ACTOR') ?? of('GITLAB_USER_LOGIN'),
  };
  const known = Object.entries(said).filter(([, value]) => value !== undefined);
  const read = v.safeParse(originSchema, Object.fromEntries(known));
  return known.length > 0 && read.success ? read.output : undefined;
}
