import { appRoutes } from './routes/app-routes.ts';
import { artifactRoutes } from './routes/artifact-routes.ts';
import { changeRoutes } from './routes/change-routes.ts';
import { channelRoutes } from './routes/channel-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { tokenRoutes } from './routes/token-routes.ts';
import { upkeepRoutes } from './routes/upkeep-routes.ts';

/** Every route of the admin listener but the console's files and what parts bring. */
export const routes = {
  ...sessionRoutes,
  ...artifactRoutes,
  ...appRoutes,
  ...channelRoutes,
  ...changeRoutes,
  ...tokenRoutes,
  ...upkeepRoutes,
};
