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
  const entries = [
    ...said,
    ['run', runAddress(issuer, payload)] as const,
    ['link', commitAddress(issuer, payload)] as const,
  ];
  const origin: Origin = {};
  for (const [name, value] of entries) {
    const read = v.safeParse(originSchema, { [name]: value });
    if (value !== undefined && read.success) Object.assign(origin, read.output);
  }
  return { ...origin, issuer, subject: payload.sub ?? '' };
}

/** A claim that can stand in an address. */
function addressClaim(payload: JWTPayload, name: string): string | undefined {
  const value = claimOf(payload, name);
  return value !== undefined && /^[\w./-]{1,200}$/.test(value) ? value : undefined;
}

const gitHubIssuer = 'token.actions.githubusercontent.com';

/** Where the repositories of an issuer are. */
function siteOf(issuer: string): string {
  const { hostname, origin } = new URL(issuer);
  return hostname === gitHubIssuer ? 'https://github.com' : origin;
}

/** Where people look at the run, of issuers of which that is known. */
function runAddress(issuer: string, payload: JWTPayload): string | undefined {
  const [repository, run] = ['repository', 'run_id'].map((name) => addressClaim(payload, name));
  if (repository !== undefined && run !== undefined) {
    return `${siteOf(issuer)}/${repository}/actions/runs/${run}`;
  }
  const [project, job] = ['project_path', 'job_id'].map((name) => addressClaim(payload, name));
  if (project === undefined || job === undefined) return undefined;
  return `${siteOf(issuer)}/${project}/-/jobs/${job}`;
}

/** Where people look at the commit, of the same issuers. */
function commitAddress(issuer: string, payload: JWTPayload): string | undefined {
  const commit = addressClaim(payload, 'sha');
  if (commit === undefined) return undefined;
  const repository = addressClaim(payload, 'repository');
  if (repository !== undefined) return `${siteOf(issuer)}/${repository}/commit/${commit}`;
  const project = addressClaim(payload, 'project_path');
  return project && `${siteOf(issuer)}/${project}/-/commit/${commit}`;
}
