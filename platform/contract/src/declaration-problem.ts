import { originProblem } from './connect-origin.ts';
import { isSamePath, pathProblem, shareAddress } from './declared-path.ts';
import type { DeclaredSettings } from './declared-settings.ts';
import { patternOf, plainAddress } from './path-pattern.ts';
import { isApprovable, openingProblem } from './policy/opening.ts';
import { redirectProblem } from './redirect-problem.ts';
import type { DeclaredRoute, MenuEntry, RemoteDeclaration } from './remote.ts';
import { valueProblem } from './setting-values.ts';
import type { SiteRules } from './site-rules.ts';
import { appOfSlot } from './slots.ts';
import type { Subjects } from './subjects.ts';
import { textProblem } from './text-problem.ts';

const maxRoutes = 100;
const maxEntries = 20;
const maxOrigins = 10;
const maxNeeds = 20;
const maxExposes = 20;
const maxRedirects = 100;
/** So many slots, and as many widgets that are brought into them. */
const maxSlots = 20;
const maxSettings = 50;
/** Characters of a title, of a menu entry and of a banner's text. */
const maxTitle = 100;
const maxWord = 40;
const maxText = 300;
/** Keys that every object has: such names would be lost in records by app. */
const ofObjects = ['constructor', 'prototype'];

/** What a manager has approved for an app. */
export interface Approvals {
  /** Origins that it may call. */
  connect: readonly string[];
  /** Paths that begin with a parameter. */
  paths: readonly string[];
  /** Openings of the policy, with those that the site has for every app; null: not known here. */
  openings: readonly string[] | null;
}

/**
 * Why a remote's declaration is not taken, in words for its team; null: it is. It is the first of
 * `declarationProblems`, which takes the same.
 */
export function declarationProblem(
  ...about: Parameters<typeof declarationProblems>
): string | null {
  return declarationProblems(...about)[0] ?? null;
}

/**
 * Everything for which a remote's declaration is not taken, in words for its team.
 *
 * @param files the paths of the build's files, by which its images are judged; null before there are any
 * @param approvals null: not known here, so whatever could be approved is taken
 * @param site null: not known here, so any subject is taken, and any path that is none of the platform's
 */
export function declarationProblems(
  declaration: RemoteDeclaration,
  files: ReadonlySet<string> | null,
  approvals: Approvals | null = null,
  site: SiteRules | null = null,
): string[] {
  const { name, title, routes, menu, policy } = declaration;
  const { exposes = [], redirects = [], settings = {} } = declaration;
  const { connect = [], needs = [] } = policy ?? {};
  const known = { files, approved: approvals?.paths ?? null, site };
  // The items of a list that is too long are not looked at.
  if (ofObjects.includes(name)) return [`is named ${name}, which no app can be`];
  if (routes.length > maxRoutes) return [`declares more than ${maxRoutes} routes`];
  if (menu.length > maxEntries) return [`declares more than ${maxEntries} menu entries`];
  if (connect.length > maxOrigins) return [`declares more than ${maxOrigins} API hosts`];
  if (needs.length > maxNeeds) return [`needs more than ${maxNeeds} openings`];
  if (exposes.length > maxExposes) return [`exposes more than ${maxExposes} widgets`];
  if (redirects.length > maxRedirects) return [`declares more than ${maxRedirects} redirects`];
  if (Object.keys(settings).length > maxSettings) {
    return [`declares more than ${maxSettings} settings`];
  }
  if (exposes.includes('./routes')) return ['exposes ./routes as a widget, which is its pages'];
  return [
    textProblem('its title', title, maxTitle),
    ...routes.map((route, at) => routeProblem(route, routes.slice(0, at), known)),
    ...menu.map((entry, at) => entryProblem(entry, menu.slice(0, at), routes)),
    ...redirects.map((one, at) =>
      redirectProblem(one, redirects.slice(0, at), routes, {
        approved: known.approved,
        ...(site && { ownSegments: site.ownSegments }),
      }),
    ),
    policyProblem(name, policy, approvals),
    slotsProblem(declaration),
    ...settingProblems(settings),
  ].filter((problem) => problem !== null);
}

/** A default must be one of the values that its setting takes. */
function settingProblems(settings: DeclaredSettings): string[] {
  return Object.entries(settings).flatMap(([name, setting]) => {
    const problem = valueProblem(setting, setting.default);
    return problem === null ? [] : [`the default of the setting ${name} ${problem}`];
  });
}

/** Why the remote `app` may not declare what it needs of the policy of pages, in words for its team; null: it may. */
export function policyProblem(
  app: string,
  { connect = [], needs = [] }: NonNullable<RemoteDeclaration['policy']> = {},
  approvals: Approvals | null = null,
): string | null {
  for (const origin of connect) {
    const what = `the API host ${JSON.stringify(origin)}`;
    const problem = originProblem(origin);
    if (problem !== null) return `${what} ${problem}`;
    if (approvals?.connect.includes(origin) === false) return unapproved(app, what, origin);
  }
  for (const opening of needs) {
    const what = `the opening ${JSON.stringify(opening)}`;
    const problem = openingProblem(opening);
    if (problem !== null) return `${what} ${problem}`;
    const isLacking = isApprovable(opening) && approvals?.openings?.includes(opening) === false;
    if (isLacking) return unapproved(app, what, opening);
  }
  return null;
}

const unapproved = (app: string, what: string, text: string) =>
  `${what} is declared, and no manager has approved it: "settings ${app} --approve ${text}"`;

/** Openings that a remote needs and only the site can have, and has not; none where nobody knows the site. */
export function lackedOpenings(
  { policy }: Pick<RemoteDeclaration, 'policy'>,
  site: SiteRules | null,
): string[] {
  if (site === null) return [];
  const has = site.openings ?? [];
  return (policy?.needs ?? []).filter((one) => !isApprovable(one) && !has.includes(one));
}

/** What is wrong with the slots that a remote has, or with what it brings into others'; null: nothing. */
function slotsProblem({
  name,
  exposes = [],
  slots = [],
  brings = [],
}: RemoteDeclaration): string | null {
  const places = brings.map(({ slot, expose }) => `${expose} into ${slot}`);
  if (slots.length > maxSlots) return `declares more than ${maxSlots} slots`;
  if (brings.length > maxSlots) return `brings more than ${maxSlots} widgets into slots`;
  const twice = [...slots, ...places].find((one, at, all) => all.indexOf(one) < at);
  if (twice !== undefined) return `says ${twice} twice`;
  const unknown = brings.find(({ expose }) => !exposes.includes(expose));
  if (unknown !== undefined) {
    return `brings ${unknown.expose} into ${unknown.slot}, which is none of its "exposes"`;
  }
  const own = brings.find(({ slot }) => appOfSlot(slot) === name);
  return own === undefined ? null : `brings ${own.expose} into ${own.slot}, a slot of its own`;
}

/** Null: not known here. */
interface Known {
  files: ReadonlySet<string> | null;
  /** Paths that begin with a parameter. */
  approved: readonly string[] | null;
  site: SiteRules | null;
}

function routeProblem(
  { path, page, about, description, layout }: DeclaredRoute,
  before: readonly DeclaredRoute[],
  { files, approved, site }: Known,
): string | null {
  const problem = pathProblem(path, approved, site?.ownSegments);
  if (problem !== null) return `the route ${JSON.stringify(path)} ${problem}`;
  const same = before.find((route) => isSamePath(route.path, path));
  if (same !== undefined) return `the routes ${same.path} and ${path} are the same`;
  const { link, data } = layout?.media ?? {};
  if (link !== undefined && files?.has(link) === false) {
    return `the image ${JSON.stringify(link)} of the route ${path} is not a file of the build`;
  }
  return (
    subjectProblem(path, about, site?.subjects ?? null) ??
    textProblem(`the page of the route ${path}`, page, maxTitle) ??
    textProblem(`the description of the route ${path}`, description, maxText) ??
    textProblem(`the title of the banner of the route ${path}`, data?.title, maxTitle) ??
    textProblem(`the text of the banner of the route ${path}`, data?.text, maxText)
  );
}

function subjectProblem(
  path: string,
  about: string | undefined,
  subjects: Subjects | null,
): string | null {
  if (about === undefined) return null;
  if (patternOf(path).isOpen) {
    return `the route ${path} is about "${about}", and its wildcard takes addresses of many things`;
  }
  const parameters = path.split('/:').length - 1;
  if (subjects === null) {
    return parameters > 1
      ? `the route ${path} is about "${about}", so its path must have one parameter at most, the id`
      : null;
  }
  if (!Object.hasOwn(subjects, about)) {
    const all = Object.keys(subjects).join(', ');
    return `the route ${path} is about "${about}", which this site does not know: ${all === '' ? 'it has no subjects' : `it knows ${all}`}`;
  }
  if (subjects[about] === 'all') {
    return parameters > 0
      ? `the route ${path} is about all "${about}", so its path must have no parameter`
      : null;
  }
  return parameters === 1
    ? null
    : `the route ${path} is about one "${about}", so its path must have one parameter, the id`;
}

function entryProblem(
  { name, text, icon, link }: MenuEntry,
  before: readonly MenuEntry[],
  routes: readonly DeclaredRoute[],
): string | null {
  const what = `the menu entry ${JSON.stringify(name)}`;
  if (before.some((entry) => entry.name === name)) return `${what} is declared twice`;
  const path = link === '/' ? '/' : `/${link}`;
  const isPage = pathProblem(path, []) === null && plainAddress(path) === path;
  if (!isPage || !routes.some((route) => shareAddress(route.path, path))) {
    return `${what} leads to ${JSON.stringify(path)}, which is no route of this remote`;
  }
  return (
    textProblem('the name of a menu entry', name, maxWord) ??
    textProblem(`the text of ${what}`, text, maxWord) ??
    textProblem(`the icon of ${what}`, icon, maxWord)
  );
}
