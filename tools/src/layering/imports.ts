/** One import of a source file; `typeOnly` ones are gone when the code runs. */
export interface Import {
  specifier: string;
  typeOnly: boolean;
}

const statement =
  /\b(?:import|export)\s+(type\s)?(?:[^'"`;()]*?\sfrom\s*)?(['"])([^'"\n]+)\2|\b(?:import|require|resolve)\s*\(\s*(['"`])([^'"`\n]+)\4|\bnew\s+URL\(\s*(['"])(\.[^'"\n]+)\6/g;

/** All imports of a module's text: static, dynamic, re-exports, `require` and `new URL('./…')`. */
export function importsOf(text: string): readonly Import[] {
  const code = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(statement)].map((match) => ({
    specifier: match[3] ?? match[5] ?? match[7] ?? '',
    typeOnly: match[1] !== undefined,
  }));
}
