import { type Expression, type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isIdentifier,
  isJsxAttribute,
  isJsxExpression,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import { type Project, SignatureKind, type Type } from 'typescript/unstable/sync';

/** What a page shows of other apps, with the props that it gives: a widget, or a slot of its own. */
interface Shown {
  props: Type;
  /**
   * The type of each prop that is written out, as it is written. To the compiler, a text literal
   * where any text is expected has the type of any text; this keeps which text is given.
   */
  written: ReadonlyMap<string, Type>;
}

export interface ShownWidget extends Shown {
  app: string;
  expose: string;
  /** Whether the sources know the types of that app's widgets. */
  isTyped: boolean;
}

export interface ShownSlot extends Shown {
  /** Its whole name, with the app: `mfe-notes:beside`. */
  slot: string;
}

/**
 * The widgets that the sources in `folder` show by `<Remote app expose props>`, and the slots, by `<Slot name props>`.
 *
 * @throws Error that names the file, if one does not say by literals which widget or slot it is
 */
export function shownWidgets(
  { program, checker }: Project,
  folder: string,
): { widgets: ShownWidget[]; slots: ShownSlot[] } {
  const found: ShownWidget[] = [];
  const slots: ShownSlot[] = [];
  for (const name of program.getSourceFileNames()) {
    if (!name.startsWith(`${folder}/`) || name.includes('/node_modules/')) continue;
    const file = program.getSourceFile(name);
    if (file && /<(Remote|Slot)\b/.test(file.text)) visit(file, name);
  }
  return { widgets: found, slots };

  function visit(node: Node, file: string): void {
    if (isJsxSelfClosingElement(node) || isJsxOpeningElement(node)) {
      const isSlot = isIdentifier(node.tagName) && node.tagName.text === 'Slot';
      if (isSlot) visitSlot(attributesOf(node.attributes.properties), file);
      const isRemote = isIdentifier(node.tagName) && node.tagName.text === 'Remote';
      const given = isRemote ? attributesOf(node.attributes.properties) : null;
      const [app, expose] = [given?.get('app'), given?.get('expose')].map(literalOf);
      const props = given?.get('props');
      if (props !== undefined) {
        const type = checker.getTypeAtLocation(props);
        if (app === undefined || expose === undefined || type === undefined) {
          throw new Error(
            `${file}: <Remote> says which widget it shows by literals, such as app="mfe-notes" expose="./note-card"; so the registry can hold it to that widget's props`,
          );
        }
        const isTyped = knows(node.tagName, app);
        found.push({ app, expose, props: type, written: writtenIn(props), isTyped });
      }
    }
    node.forEachChild((child) => visit(child, file));
  }

  /** Libraries have components of this name, too: without both it is none of the site's. */
  function visitSlot(given: Map<string, Expression>, file: string): void {
    const [name, props] = [given.get('name'), given.get('props')];
    if (name === undefined || props === undefined) return;
    const [slot, type] = [literalOf(name), checker.getTypeAtLocation(props)];
    if (slot === undefined || type === undefined) {
      throw new Error(
        `${file}: <Slot> says its name by a literal, such as name="mfe-notes:beside"; so the registry can hold what others bring to its props`,
      );
    }
    slots.push({ slot, props: type, written: writtenIn(props) });
  }

  /** Whether what shows widgets takes those of an app. */
  function knows(tag: Node, app: string): boolean {
    const type = checker.getTypeAtLocation(tag);
    const [call] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
    const [parameter] = call?.getTypeParameters() ?? [];
    const apps = parameter && checker.getBaseConstraintOfType(parameter);
    if (apps === undefined) return true;
    const all = apps.isUnionType() ? apps.getTypes() : [apps];
    return all.some((one) => one.isStringLiteralType() && one.value === app);
  }

  function writtenIn(props: Expression): Map<string, Type> {
    const properties = isObjectLiteralExpression(props) ? props.properties : [];
    return new Map(
      properties.flatMap((property): [string, Type][] => {
        if (!isPropertyAssignment(property) || !isIdentifier(property.name)) return [];
        const type = checker.getTypeAtLocation(property.initializer);
        return type === undefined ? [] : [[property.name.text, type]];
      }),
    );
  }

  function literalOf(expression: Expression | undefined): string | undefined {
    if (expression && isStringLiteral(expression)) return expression.text;
    const type = expression && checker.getTypeAtLocation(expression);
    return type?.isStringLiteralType() ? type.value : undefined;
  }
}

function attributesOf(attributes: readonly Node[]): Map<string, Expression> {
  const found = new Map<string, Expression>();
  for (const attribute of attributes) {
    if (!isJsxAttribute(attribute) || !isIdentifier(attribute.name)) continue;
    const { initializer } = attribute;
    const expression =
      initializer && isJsxExpression(initializer) ? initializer.expression : initializer;
    if (expression && expression.kind !== SyntaxKind.JsxElement) {
      found.set(attribute.name.text, expression);
    }
  }
  return found;
}
