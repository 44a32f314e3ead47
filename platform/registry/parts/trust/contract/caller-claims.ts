/** Claims each of which names whose run it is: the repository or project that runs, not what it calls. */
const callers: readonly string[] = [
  'repository',
  'repository_id',
  'project_path',
  'project_id',
  'oidc.circleci.com/project-id',
];

/** Who has many repositories or projects: enough beside a workflow that is named, so that each of them may call that. */
const owners: readonly string[] = [
  'repository_owner',
  'repository_owner_id',
  'namespace_path',
  'namespace_id',
];

/** What is called. Anybody's run has it that calls a workflow which all the world may call. */
const workflow = 'job_workflow_ref';

/** Parts of a `sub` of GitHub that name the caller. */
const callerParts = [
  'repo',
  'repository',
  'repository_id',
  'repository_owner',
  'repository_owner_id',
];

/**
 * Parts with which a `sub` of GitHub begins whose repository has put it together of others. Every repository may, so
 * all that stands in such a one may stand in a stranger's.
 */
const otherParts = [
  'actor',
  'actor_id',
  'base_ref',
  'check_run_id',
  'context',
  'enterprise',
  'enterprise_id',
  'environment',
  'environment_node_id',
  'event_name',
  'head_ref',
  'job_workflow_ref',
  'job_workflow_sha',
  'ref',
  'ref_protected',
  'ref_type',
  'repository_visibility',
  'run_attempt',
  'run_id',
  'run_number',
  'runner_environment',
  'sha',
  'workflow',
  'workflow_ref',
  'workflow_sha',
];

type Claims = Readonly<Record<string, string>>;

/** What is wrong with claims that are to say whose run it is, or null. An issuer of one's own says that in `sub`. */
export function callerProblem(claims: Claims): string | null {
  const starred = [...callers, ...owners, workflow, 'sub'].find((name) => isStarred(claims, name));
  if (starred !== undefined) return 'may have no * in a claim that says whose run it is';
  if (callers.some((name) => Object.hasOwn(claims, name))) return null;
  const { sub } = claims;
  if (sub !== undefined && namesCaller(sub)) return null;
  const calls = Object.hasOwn(claims, workflow);
  if (calls && owners.some((name) => Object.hasOwn(claims, name))) return null;
  const either = `name one of: sub, ${callers.join(', ')}`;
  if (sub !== undefined) {
    return `name by sub none whose run it is: every repository may have that one. Beside it ${either}`;
  }
  return calls
    ? `name by ${workflow} none whose run it is: anybody may call a public workflow. Beside it ${either}, ${owners.join(', ')}`
    : `must ${either}`;
}

function isStarred(claims: Claims, name: string): boolean {
  return Object.hasOwn(claims, name) && claims[name]?.endsWith('*') === true;
}

function namesCaller(sub: string): boolean {
  const parts = sub.split(':');
  return !otherParts.includes(parts[0] ?? '') || parts.some((part) => callerParts.includes(part));
}
