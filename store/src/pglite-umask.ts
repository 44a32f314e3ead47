import type { Extension } from '@electric-sql/pglite';
import * as v from 'valibot';

const importsSchema = v.looseObject({ env: v.looseObject({ __syscall_umask: v.function() }) });

/**
 * Lets PGlite make files for its user alone. It gives each the mode that its own umask leaves,
 * whatever that of the process is, and begins with 022. The hook is Emscripten's, the call that of C.
 */
export const umask: Extension = {
  name: 'umask',
  setup: async (_, options) => ({
    emscriptenOpts: {
      ...options,
      instantiateWasm: (imports: unknown, done: unknown) => {
        v.parse(importsSchema, imports).env.__syscall_umask(0o077);
        return options.instantiateWasm(imports, done);
      },
    },
  }),
};
