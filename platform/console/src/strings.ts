import { words as trouble } from './admin/words.ts';
import { words as app } from './app/words.ts';
import { words as audit } from './audit/words.ts';
import { words as board, recallWords as recall } from './board/words.ts';
import { actions, words as change } from './change/words.ts';
import { words as history } from './history/words.ts';
import { words as policy } from './policy/words.ts';
import { words as session } from './session/words.ts';
import { words as settings } from './settings/words.ts';
import { words as tokens } from './tokens/words.ts';

/** All that the console says but for its parts: what belongs to one folder stands there. */
export const strings = {
  desk: 'Releases',
  title: (page: string) => `${page} · Releases`,
  pages: { board: 'Board', history: 'History', audit: 'Audit', policy: 'Policy', tokens: 'Tokens' },
  menu: 'Pages',
  nowhere: { title: 'Not Found', text: 'There is nothing at this address.', back: 'To the board' },
  wait: 'Please wait...',
  connection: {
    live: 'Connected',
    connecting: 'Connecting...',
    lost: 'Connection lost, trying again',
  },
  theme: { title: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  channel: 'Channel',
  kinds: {
    promote: 'Promoted',
    canary: 'Canary',
    rollback: 'Rolled back',
    recall: 'Recalled',
    remove: 'Removed',
    hold: 'Paused',
    unhold: 'Resumed',
    slots: 'Slot',
    configure: 'Settings',
  },

  actions,
  app,
  audit,
  board,
  change,
  history,
  policy,
  recall,
  session,
  settings,
  tokens,
  trouble,
} as const;
