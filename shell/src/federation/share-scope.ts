// The bundler's names; the build preset provides the singletons under 'default'.
declare const __webpack_share_scopes__: Readonly<Record<string, object>>;
declare function __webpack_init_sharing__(scope: string): Promise<unknown>;

/** The singletons that the shell provides to remotes: React, the router, the API client and so on. */
export async function pageShareScope(): Promise<object> {
  await __webpack_init_sharing__('default');
  const { default: scope } = __webpack_share_scopes__;
  if (scope === undefined) throw new Error('This shell provides no singletons.');
  return scope;
}
