/** One import of a source file; `typeOnly` ones are gone when the code runs. */
export interface Import {
  specifier: string;
  typeOnly: boolean;
}

/** At the start of a line or after another statement, so that text about imports is none. */
const statement =
  /(?:^|[;}])\s*(?:import|export)\s+(?<type>type\s)?(?:[^'"`;()]*?\sfrom\s*)?(['"])(?<from>[^'"\n]+)\2/gm;
const expression =
  /\b(?:(?:import|require)(?:\.(?:meta\.)?resolve)?|new\s+URL)\s*\(\s*(?:\/\*.*?\*\/\s*)?(['"`])(?<from>[^'"`\n]+)\1/g;

/** All imports of a module's text: static, dynamic, re-exports, `require` and `new URL('./…')`. */
export function importsOf(text: string): readonly Import[] {
  const code = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(statement), ...code.matchAll(expression)].map(({ groups }) => ({
    specifier: groups?.from ?? '',
    typeOnly: groups?.type !== undefined,
  }));
}
