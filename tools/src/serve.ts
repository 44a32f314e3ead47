// `npm run serve -- site admin ledger`: servers as they are, without what `npm start` does around them.
import { serve } from './serve/serve.ts';

await serve(process.argv.slice(2), {
  ledger: async () => (await import('@tallystick/backend/src/open-ledger.ts')).openLedger,
  releasePlane: async (servers) =>
    (await import('@tallystick/site/src/open-release-plane.ts')).openReleasePlane(servers),
  identity: async () => (await import('./identity/open-identity.ts')).openIdentity,
});
