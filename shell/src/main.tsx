import '@tallystick/ui/tokens.css';
// Styles of the late chunks, so that these are scripts alone: one that failed can be tried again.
import './notices/notices.module.css';
import './preview/preview-banner.module.css';
import './search/suggestions.module.css';
import { numberText } from '@tallystick/shared/format/number';
import { currentSession, startSession } from '@tallystick/shared/session';
import { createShell } from '@tallystick/shell-kit';
import { startTheme } from '@tallystick/ui/theme';
import { earlierReact } from './earlier-react/earlier-react.ts';
import { ledgerShell } from './ledger-shell.tsx';

startTheme();
createShell({
  ...ledgerShell,
  ready: startSession(),
  // The server renders for who is not signed in, with numbers as most people write them.
  isUsual: () => currentSession().status !== 'signed-in' && numberText(1_234_567) === '1,234,567',
  earlierReact,
  // A site server of before this version sends none, and can be gone back to; to be required once none runs.
  proofs: 'where given',
});
