/**
 * The words that start a program of ours from a test. WebAssembly is compiled once and not again for
 * speed, which takes a second of a processor and is for servers that run long (docs/decisions/0063).
 */
export const nodeWords = [process.execPath, '--liftoff-only'] as const;

const { NODE_COMPILE_CACHE: cache } = process.env;
/** Variables for it, beside its own: what Node has compiled before is not compiled again. */
export const nodeVariables: Readonly<Record<string, string>> =
  cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
