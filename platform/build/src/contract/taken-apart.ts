import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isElementAccessExpression,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import type { Project } from 'typescript/unstable/sync';

/**
 * What the sources in `folder` take of a module that they hold as a whole, by whatever name:
 * `R.useState` and `const { useState } = R`, for a module R. The bundler says of these only that
 * the module is used.
 *
 * @param modules the file that declares each module
 * @returns names by module
 */
export function takenApart(
  { program, checker }: Project,
  folder: string,
  modules: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const name of program.getSourceFileNames()) {
    if (!name.startsWith(`${folder}/`) || name.includes('/node_modules/')) continue;
    const file = program.getSourceFile(name);
    if (file !== undefined) visit(file);
  }
  return found;

  function visit(node: Node): void {
    const [whole, names] = takenIn(node);
    const request = names.length > 0 ? moduleOf(whole) : undefined;
    if (request !== undefined) {
      found.set(request, new Set([...(found.get(request) ?? []), ...names]));
    }
    node.forEachChild(visit);
  }

  /** The module that an expression or a pattern stands for. */
  function moduleOf(node: Node): string | undefined {
    const [declaration] = checker.getTypeAtLocation(node)?.getSymbol()?.declarations ?? [];
    // A file, or the namespace that is all that one exports; not what is declared in it.
    const isModule =
      declaration?.kind === SyntaxKind.SourceFile ||
      declaration?.kind === SyntaxKind.ModuleDeclaration;
    return isModule ? modules.get(declaration.path) : undefined;
  }
}

/** An expression or a pattern, and the names that are taken of it there. */
function takenIn(node: Node): readonly [Node, readonly string[]] {
  if (isPropertyAccessExpression(node)) return [node.expression, [node.name.text]];
  if (isElementAccessExpression(node)) {
    const { expression, argumentExpression: name } = node;
    return [expression, isStringLiteral(name) ? [name.text] : []];
  }
  if (!isObjectBindingPattern(node)) return [node, []];
  const names = node.elements.flatMap(({ propertyName, name }) => {
    const taken = propertyName ?? name;
    return taken && (isIdentifier(taken) || isStringLiteral(taken)) ? [taken.text] : [];
  });
  return [node, names];
}
