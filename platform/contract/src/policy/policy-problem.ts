import { originProblem } from '../connect-origin.ts';
import type { RemoteDeclaration } from '../remote.ts';
import type { SiteRules } from '../site-rules.ts';
import { isApprovable, openingProblem } from './opening.ts';

const maxOrigins = 10;
const maxNeeds = 20;

/** What a manager has approved for an app. */
export interface Approvals {
  /** Origins that it may call. */
  connect: readonly string[];
  /** Paths that begin with a parameter. */
  paths: readonly string[];
  /** Openings of the policy, with those that the site has for every app; null: not known here. */
  openings: readonly string[] | null;
}

/** Why the remote `app` may not declare what it needs of the policy of pages, in words for its team; null: it may. */
export function policyProblem(
  app: string,
  { connect = [], needs = [] }: NonNullable<RemoteDeclaration['policy']> = {},
  approvals: Approvals | null = null,
): string | null {
  if (connect.length > maxOrigins) return `declares more than ${maxOrigins} API hosts`;
  if (needs.length > maxNeeds) return `needs more than ${maxNeeds} openings`;
  for (const origin of connect) {
    const what = `the API host ${JSON.stringify(origin)}`;
    const problem = originProblem(origin);
    if (problem !== null) return `${what} ${problem}`;
    if (approvals?.connect.includes(origin) === false) return unapproved(app, what, origin);
  }
  // All of them in one line: each could be somebody's next try.
  const wrong = needs.flatMap((opening) => {
    const problem = openingProblem(opening);
    return problem === null ? [] : [`the opening ${JSON.stringify(opening)} ${problem}`];
  });
  const lacking = needs.filter(
    (opening) => isApprovable(opening) && approvals?.openings?.includes(opening) === false,
  );
  if (lacking.length > 0) {
    const what = lacking.length === 1 ? 'the opening' : 'the openings';
    wrong.push(
      unapproved(app, `${what} ${lacking.map((one) => `"${one}"`).join(', ')}`, ...lacking),
    );
  }
  return wrong.length === 0 ? null : wrong.join('; ');
}

/** One command for all of them, as a library may need ten. */
function unapproved(app: string, what: string, ...texts: readonly string[]): string {
  const [is, it] = texts.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const approve = texts.map((text) => ` --approve ${text}`).join('');
  return `${what} ${is} declared, and no manager has approved ${it}: "settings ${app}${approve}"`;
}

/** Openings that a remote needs and only the site can have, and has not; none where nobody knows the site. */
export function lackedOpenings(
  { policy }: Pick<RemoteDeclaration, 'policy'>,
  site: SiteRules | null,
): string[] {
  if (site === null) return [];
  const has = site.openings ?? [];
  return (policy?.needs ?? []).filter((one) => !isApprovable(one) && !has.includes(one));
}
