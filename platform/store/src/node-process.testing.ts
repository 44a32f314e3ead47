const { NODE_COMPILE_CACHE: cache } = process.env;
/** Variables for it, beside its own: what Node has compiled before is not compiled again. */
export const nodeVariables: Readonly<Record<string, string>> =
  cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
