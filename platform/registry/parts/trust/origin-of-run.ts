import type { JWTPayload } from 'jose';
import * as v from 'valibot';
import { type Origin, originSchema, type VerifiedOrigin } from '../../src/contract/provenance.ts';
import { claimOf } from './claims.ts';

/** The claims of GitHub Actions and of GitLab CI by what they say; the first that is there counts. */
const named = {
  repository: ['repository', 'project_path'],
  ref: ['ref'],
  commit: ['sha'],
  workflow: ['job_workflow_ref', 'workflow_ref', 'ci_config_ref_uri'],
  event: ['event_name', 'pipeline_source'],
  actor: ['actor', 'user_login'],
} as const;

/** What a verified token says of its run. What is no text that can be shown is left out. */
export function originOfRun(issuer: string, payload: JWTPayload): VerifiedOrigin {
  const said = Object.entries(named).map(
    ([name, claims]) =>
      [name, claims.map((claim) => claimOf(payload, claim)).find(Boolean)] as const,
  );
  const entries = [...said, ['run', runAddress(issuer, payload)] as const];
  const origin: Origin = {};
  for (const [name, value] of entries) {
    const read = v.safeParse(originSchema, { [name]: value });
    if (value !== undefined && read.success) Object.assign(origin, read.output);
  }
  return { ...origin, issuer, subject: payload.sub ?? '' };
}

/** Where people look at the run, of issuers of which that is known. */
function runAddress(issuer: string, payload: JWTPayload): string | undefined {
  const claim = (name: string) => {
    const value = claimOf(payload, name);
    return value !== undefined && /^[\w./-]{1,200}$/.test(value) ? value : undefined;
  };
  const [repository, run] = [claim('repository'), claim('run_id')];
  if (repository !== undefined && run !== undefined) {
    const site = new URL(issuer);
    const isGitHub = site.hostname === 'token.actions.githubusercontent.com';
    return `${isGitHub ? 'https://github.com' : site.origin}/${repository}/actions/runs/${run}`;
  }
  const [project, job] = [claim('project_path'), claim('job_id')];
  if (project === undefined || job === undefined) return undefined;
  return `${new URL(issuer).origin}/${project}/-/jobs/${job}`;
}
