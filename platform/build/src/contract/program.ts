import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isImportDeclaration } from 'typescript/unstable/ast/is';
import { API, type Symbol as CheckerSymbol, type Project } from 'typescript/unstable/sync';

/** The compiler as a process, which works in a folder until it is closed. */
export type Compiler = API;

export const startCompiler = (folder: string): Compiler => new API({ cwd: folder });

/** A module by the request that a program was opened with: what it exports, and the file that declares it. */
export type ModuleOf = (request: string) => {
  exports: readonly CheckerSymbol[];
  file: string | undefined;
};

/**
 * Opens a program of the sources in `folder` that imports the modules, as the app's own `tsconfig.json` says,
 * and strictly. A module that is not found exports nothing.
 *
 * @param modules what an import says, or a path of a file in `folder`
 * @param more files of packages that belong to the program, also scripts
 * @param compiler one that runs already and goes on, for who opens many; without it one is started and ended
 */
export function withProgram<Value>(
  folder: string,
  modules: readonly string[],
  read: (project: Project, moduleOf: ModuleOf) => Value,
  { more = [], compiler }: { more?: readonly string[]; compiler?: Compiler | undefined } = {},
): Value {
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const home = mkdtempSync(join(dist, '.contract-'));
  const configuration = join(home, 'tsconfig.json');
  const imports = join(home, 'imports.ts');
  const requestOf = (module: string) => (/^src\//.test(module) ? `../../${module}` : module);
  const lines = modules.map((module, at) => `import * as m${at} from '${requestOf(module)}';`);
  writeFileSync(imports, lines.join('\n'));
  writeFileSync(
    configuration,
    JSON.stringify({
      ...(existsSync(join(folder, 'tsconfig.json')) && { extends: '../../tsconfig.json' }),
      files: ['imports.ts', ...more],
      // They say what the sources do not import, such as the widgets of others.
      include: ['../../src/**/*.d.ts'],
      references: [],
      compilerOptions: {
        ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2024', jsx: 'react-jsx' },
        ...{ lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] },
        ...{ strict: true, skipLibCheck: true, allowImportingTsExtensions: true },
        ...{ composite: false, noEmit: true, emitDeclarationOnly: false },
        ...{ allowJs: more.length > 0, checkJs: false, maxNodeModuleJsDepth: 0 },
        rootDir: null,
      },
    }),
  );
  const api = compiler ?? startCompiler(folder);
  try {
    const project = api.updateSnapshot({ openProjects: [configuration] }).getProject(configuration);
    const file = project?.program.getSourceFile(imports);
    if (project === undefined || file === undefined) {
      throw new Error(`${folder}: the compiler opened no program of its sources`);
    }
    const { checker } = project;
    const specifiers = file.statements
      .filter(isImportDeclaration)
      .map((one) => one.moduleSpecifier);
    return read(project, (request) => {
      const specifier = specifiers[modules.indexOf(request)];
      const module = specifier && checker.getSymbolAtLocation(specifier);
      return {
        exports: module === undefined ? [] : checker.getExportsOfModule(module),
        file: module?.declarations[0]?.path,
      };
    });
  } finally {
    if (compiler === undefined) api.close();
    else api.updateSnapshot({ closeProjects: [configuration] });
    rmSync(home, { recursive: true, force: true });
  }
}
