// `npm run serve -- site admin ledger`: servers as they are, without what `npm start` does around them.
import { installationSettings } from '@tallystick/backend/src/settings/installation.ts';
import { serve } from '@tallystick/platform/serve';
import { openLedger } from './serve/ledger.ts';

const identity = async () => (await import('./identity/open-identity.ts')).openIdentity;
const more = { ledger: openLedger, identity };
process.exitCode = await serve(process.argv.slice(2), {
  program: 'npm run serve --',
  more,
  settings: installationSettings,
});
