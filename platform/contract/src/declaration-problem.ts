import { isSamePath, pathProblem, shareAddress } from './declared-path.ts';
import { plainAddress } from './path-pattern.ts';
import { type Approvals, policyProblem } from './policy/policy-problem.ts';
import { redirectProblem } from './redirect-problem.ts';
import type { DeclaredRoute, MenuEntry, RemoteDeclaration } from './remote.ts';
import { settingProblems } from './setting-problems.ts';
import type { SiteRules } from './site-rules.ts';
import { slotsProblem } from './slots-problem.ts';
import { subjectProblem } from './subject-problem.ts';
import { textProblem } from './text-problem.ts';

const maxRoutes = 100;
const maxEntries = 20;
const maxExposes = 20;
const maxRedirects = 100;
const maxSettings = 50;
/** Characters of a title, of a menu entry and of a banner's text. */
const maxTitle = 100;
const maxWord = 40;
const maxText = 300;
/** Keys that every object has: such names would be lost in records by app. */
const ofObjects = ['constructor', 'prototype'];

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
  const known = { files, approved: approvals?.paths ?? null, site };
  // The items of a list that is too long are not looked at.
  if (ofObjects.includes(name)) return [`is named ${name}, which no app can be`];
  if (routes.length > maxRoutes) return [`declares more than ${maxRoutes} routes`];
  if (menu.length > maxEntries) return [`declares more than ${maxEntries} menu entries`];
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
