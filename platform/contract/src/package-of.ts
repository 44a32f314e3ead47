/** The package of a module, such as `@acme/shared` of `@acme/shared/api`. */
export function packageOf(module: string): string {
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}
