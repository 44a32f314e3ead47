import type * as v from 'valibot';

/** What is meant by the fields of `remote.json`, each by its path without numbers. */
const meanings: Readonly<Record<string, string>> = {
  name: 'the app, such as "mfe-notes"',
  title: 'what people call it',
  routes: 'its pages, such as [{"path":"/notes","page":"Notes"}]',
  'routes.path': 'where the page is, such as "/notes"',
  'routes.page': 'the first part of the title of the document',
  menu: 'its menu entries; [] if it has none',
  'menu.name': 'a name that no other entry has',
  'menu.text': 'what people read',
  'menu.icon': 'the name of a picture that the site has',
  'menu.link': 'the path that it leads to, without the first slash, or "/"',
  'menu.user': 'who sees the entry, such as ["user","team"]',
  'menu.subs': 'the tiers whose people see the entry, such as ["lite"]',
  'menu.actv': 'whether the entry is shown',
  redirects: 'addresses of before, such as [{"from":"/notes/:id","to":"/memos/:id"}]',
  'redirects.from': 'the path that a page had, such as "/notes/:id"',
  'redirects.to': 'the path of the route that took its place, such as "/memos/:id"',
  owner:
    'your team, such as {"team":"Notes","links":[{"text":"Chat","href":"https://chat.example/notes"}]}',
  'owner.team': 'what your team is called, in 60 characters at most',
  'owner.links': 'at most 5 links, such as [{"text":"Chat","href":"https://chat.example/notes"}]',
  'owner.links.text': 'what people read, in 40 characters at most',
  'owner.links.href': 'an address that begins with https: or mailto:',
  'menu.order': 'a number; entries stand in ascending order',
  slots: 'slots of its pages, such as ["beside"]',
  brings: 'what it brings: [{"slot":"mfe-notes:beside","expose":"./note-card","order":20}]',
  'brings.slot': 'the slot of another app, such as "mfe-notes:beside"',
  'brings.expose': 'one of its exposes, such as "./note-card"',
  'brings.order': 'a number; what is in a slot stands in ascending order',
  settings: 'its settings, such as {"pageSize":{"type":"integer","default":20}}',
};

/**
 * What is wrong with the content of a `remote.json`, in one line: where, and what is meant there.
 *
 * @param issue its message is of `predicateOf`
 */
export function remoteFieldProblem(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map(({ key }) => String(key));
  const meaning = meanings[keys.filter((key) => !/^\d+$/.test(key)).join('.')];
  const last = keys.at(-1);
  if (last !== undefined && issue.received === 'undefined') {
    const within = keys.slice(0, -1).join('.');
    const lacks = `${within || 'it'} lacks "${last}"`;
    return meaning === undefined ? lacks : `${lacks}: ${meaning}`;
  }
  const { input } = issue;
  const isShort = typeof input !== 'object' && String(input).length <= 80;
  const found = isShort ? `, and is ${JSON.stringify(input)}` : '';
  const problem = `${keys.join('.') || 'it'} ${issue.message}${found}`;
  return meaning === undefined ? problem : `${problem}; it says ${meaning}`;
}
