import { noPage } from '@tallystick/contract/no-page';
import { partyKindNames } from '@tallystick/shared/format/names';

/** What the shell says: the frame around all pages, and the pages that are its own. */
export const strings = {
  tagline: 'Privacy First Data Ownership and Monetization Platform',
  skip: 'Skip to content',
  home: (productName: string) => `${productName} home`,
  menu: 'Main',
  more: 'More',
  banner: 'Banner',
  account: 'Account',
  signedIn: (email: string | null) =>
    email === null ? 'Account, signed in' : `Account, signed in as ${email}`,
  printed: (productName: string, day: string) => `${productName}, printed on ${day}`,
  sandbox: 'Sandbox',
  theme: { title: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  comingSoon: 'Coming Soon',
  api: 'API',
  openApi: {
    before: 'For developers: all ledger calls are described in the',
    link: 'OpenAPI document',
  },
  notFound: {
    ...noPage,
    wayOut: 'See the latest transactions',
    meant: 'Did you mean one of these?',
    search: 'Search for something else:',
  },
  search: {
    label: 'Search the ledger',
    open: 'Search',
    close: 'Close search',
    placeholder: 'Search by ID or name…',
    suggestions: 'Suggestions',
    what: 'A transaction ID, or the name of a person or organisation.',
    failed: 'Suggestions could not be loaded. Press Enter to search anyway.',
    count: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
    all: (text: string) => `Search all transactions for “${text}”`,
    between: (credit: string, debit: string) => `from ${credit} to ${debit}`,
    key: (key: string) => `Press ${key} to search`,
    first: (group: string, count: number) => `${group}, the first ${count}`,
    groups: { ids: 'IDs', people: 'People', transactions: 'Transactions' },
    notes: { transfer: 'Transaction', ...partyKindNames },
  },
  versions: {
    title: 'Versions',
    here: 'in use',
    why: 'Why these? (Alt+Shift+W)',
    licences: 'Licences',
    licencesOf: (app: string) => `Third-party licences (${app})`,
    revision: (revision: number, channel: string) => `Revision ${revision} of ${channel}`,
  },
  releases: {
    title: 'Version of the site',
    rolledBack: (part: string) => `${part} was rolled back to an earlier version.`,
    dismiss: 'Close',
    lost: (part: string, hasTexts: boolean) =>
      `${part} was withdrawn while you worked there. ${
        hasTexts ? 'Here is what you typed: copy what you need.' : 'What you had not saved is lost.'
      }`,
    copied: 'Done',
    new: (productName: string) => `A new version of ${productName} is ready.`,
    urgent: (productName: string) =>
      `This version of ${productName} was withdrawn. The page will reload once you finish what you are typing.`,
    load: 'Load the new version',
    later: 'Later',
    savedCopy: (productName: string) =>
      `${productName} cannot be reached right now. This is a saved copy; we’ll keep trying to reconnect.`,
  },
  preview: {
    title: 'Preview',
    revision: (revision: number) => `Preview of revision ${revision}: only you see this.`,
    builds: (builds: string) => `Preview with ${builds}: only you see this.`,
    leave: 'Leave the preview',
  },
} as const;
