// `npm run serve -- site admin ledger`: servers as they are, without what `npm start` does around them.
import { serve } from './serve/serve.ts';

await serve(
  process.argv.slice(2),
  async () => (await import('./identity/open-identity.ts')).openIdentity,
);
