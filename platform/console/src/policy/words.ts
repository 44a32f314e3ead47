/** What the console says of what pages may do beyond the strict policy. */
export const words = {
  title: 'What pages may do',
  lead: 'What pages may do beyond the strict policy. A page has one policy: whatever is opened for one app, every app of the site can use. A manager approves openings in an app’s settings.',
  empty: 'Nothing is open beyond the strict policy.',
  bySite: 'opened by the site',
  approvedFor: (apps: readonly string[]) => `approved for ${apps.join(', ')}`,
  closed: 'not open',
  neededBy: (apps: readonly string[]) =>
    apps.length === 0 ? 'No live build says it needs this.' : `Needed by ${apps.join(', ')}.`,
  letsIn: (what: string) => `Lets in: ${what}.`,
} as const;
