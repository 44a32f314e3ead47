declare module 'webpack-hot-middleware' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { Compiler } from 'webpack';

  /** Tells pages of changes, at `/__webpack_hmr`; `next` is called for any other path. */
  export default function hotMiddleware(
    compiler: Compiler,
    options: { log: false },
  ): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
