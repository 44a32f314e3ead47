import type { RecordedCall, RecordedType } from '@tallystick/contract/build-contract';
import { SyntaxKind } from 'typescript/unstable/ast';
import { isFunctionTypeNode } from 'typescript/unstable/ast/is';
import {
  type Checker,
  type Symbol as CheckerSymbol,
  type Signature,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';

/**
 * How deeply instances of one generic type are recorded in each other. In `class Outcome<T> { map<U>(…): Outcome<U> }`
 * each is another type, without end.
 */
const maxNested = 2;

/** What the compiler says of a type in words, without the paths of this machine. */
const withoutPaths = (text: string) => text.replaceAll(/import\("[^"]*"\)\./g, '');

/**
 * Records types of one program. What the sources and the site's packages declare is recorded field by field;
 * a type of another library stands for itself by its name.
 */
export class TypeTable {
  readonly types: RecordedType[] = [];
  readonly #checker: Checker;
  readonly #places = new Map<number, number>();
  /** Objects that are being recorded, by the symbols that declare them. */
  readonly #open: number[] = [];

  readonly #notes: string[];

  /** @param notes gets a line for each type that cannot be recorded */
  constructor(checker: Checker, notes: string[]) {
    this.#checker = checker;
    this.#notes = notes;
  }

  /** Where a type stands that a file or package has; it is recorded if it was not. */
  place(what: string, type: Type): number {
    return this.#noted(what, () => this.#place(type));
  }

  /** What the compiler's interface cannot tell stays unknown, with a note. */
  #noted(what: string, place: () => number): number {
    try {
      return place();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#notes.push(`${what}: a type is not recorded, so nothing is compared with it: ${why}`);
      this.#open.length = 0;
      return this.types.push({ is: 'plain', text: 'unknown' }) - 1;
    }
  }

  #place(type: Type): number {
    const known = this.#places.get(type.id);
    if (known !== undefined) return known;
    // Before what it is made of: a type may refer to itself.
    const at = this.types.push({ is: 'plain', text: 'unknown' }) - 1;
    this.#places.set(type.id, at);
    this.types[at] = this.#record(type);
    return at;
  }

  /** Where an object stands of whose fields some have narrower types. */
  placeNarrower(what: string, type: Type, narrower: ReadonlyMap<string, Type>): number {
    return this.#noted(what, () => this.#placeNarrower(type, narrower));
  }

  #placeNarrower(type: Type, narrower: ReadonlyMap<string, Type>): number {
    const recorded = this.#record(type);
    if (recorded.is !== 'object') return this.#place(type);
    const fields = Object.fromEntries(
      Object.entries(recorded.fields).map(([name, field]) => {
        const own = narrower.get(name);
        return [name, own === undefined ? field : { ...field, type: this.#place(own) }];
      }),
    );
    return this.types.push({ ...recorded, fields }) - 1;
  }

  #record(type: Type): RecordedType {
    const alias = type.getAliasSymbol();
    const library = alias && libraryOf(alias);
    if (alias && library && library !== language)
      return this.#named(alias.name, library, type.getAliasTypeArguments());
    if (type.flags & TypeFlags.Boolean) return { is: 'plain', text: 'boolean' };
    if (type.isUnionType()) return this.#union(type.getTypes());
    if (type.flags & TypeFlags.TemplateLiteral) return this.#other(type);
    if (type.flags & (TypeFlags.Intrinsic | TypeFlags.Literal)) {
      return { is: 'plain', text: this.#checker.typeToString(type) };
    }
    if (type.isIntersectionType()) {
      const isStructure = type.getTypes().every(({ flags }) => flags & TypeFlags.StructuredType);
      return isStructure ? this.#object(type) : this.#other(type);
    }
    if (!type.isObjectType()) return this.#other(type);
    if (this.#checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = this.#checker.getTypeArguments(type);
      if (item !== undefined) return { is: 'array', item: this.#place(item) };
    }
    if (type.isTupleType()) return this.#other(type);
    const symbol = type.getSymbol();
    const owner = symbol && !symbol.name.startsWith('__') ? libraryOf(symbol) : null;
    if (symbol === undefined || owner === null) return this.#object(type);
    return this.#named(
      symbol.name,
      owner,
      type.isTypeReference() ? this.#checker.getTypeArguments(type) : [],
    );
  }

  /** Where an object without fields stands. */
  placeOfNothing(): number {
    return this.types.push({ is: 'object', fields: {} }) - 1;
  }

  #other(type: Type): RecordedType {
    return { is: 'other', text: withoutPaths(this.#checker.typeToString(type)) };
  }

  /** What a library of its own version makes of its arguments is for that version to say. */
  #named(name: string, from: string, given: readonly Type[]): RecordedType {
    return from === language
      ? { is: 'named', name, from: '', arguments: given.map((one) => this.#place(one)) }
      : { is: 'named', name, from, arguments: [] };
  }

  #union(types: readonly Type[]): RecordedType {
    return { is: 'union', types: types.map((one) => this.#place(one)) };
  }

  #object(type: Type): RecordedType {
    const { id } = type.getSymbol() ?? {};
    if (id === undefined) return this.#objectOf(type);
    if (this.#open.filter((one) => one === id).length >= maxNested) return this.#other(type);
    this.#open.push(id);
    const recorded = this.#objectOf(type);
    this.#open.pop();
    return recorded;
  }

  #objectOf(type: Type): RecordedType {
    const fields = this.#checker.getPropertiesOfType(type).flatMap((property) => {
      const found = this.#checker.getTypeOfSymbol(property);
      if (found === undefined) return [];
      const optional = (property.flags & SymbolFlags.Optional) !== 0;
      const field = { type: this.#placeOfField(found, optional), ...(optional && { optional }) };
      return [[property.name, field] as const];
    });
    const calls = this.#checker.getSignaturesOfType(type, SignatureKind.Call);
    const [index] = this.#checker.getIndexInfosOfType(type);
    return {
      is: 'object',
      fields: Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1))),
      ...(calls.length > 0 && { calls: calls.map((call) => this.#call(call)) }),
      ...(index && { index: this.#place(index.valueType) }),
    };
  }

  /** What may be left out may be `undefined`: that is said once. */
  #placeOfField(type: Type, optional: boolean): number {
    if (!optional || !type.isUnionType()) return this.#place(type);
    const types = type.getTypes().filter(({ flags }) => !(flags & TypeFlags.Undefined));
    const [only] = types;
    if (only !== undefined && types.length === 1) return this.#place(only);
    if (types.length === type.getTypes().length) return this.#place(type);
    return this.types.push(this.#union(types)) - 1;
  }

  #call(signature: Signature): RecordedCall {
    const node = this.#checker.signatureToSignatureDeclaration(signature, SyntaxKind.FunctionType);
    const declared = node && isFunctionTypeNode(node) ? node.parameters : [];
    const parameters = signature.getParameters().flatMap((parameter, at) => {
      const type = this.#checker.getTypeOfSymbol(parameter);
      if (type === undefined) return [];
      const optional = declared[at]?.questionToken !== undefined;
      const rest = declared[at]?.dotDotDotToken !== undefined;
      return [
        {
          type: this.#placeOfField(type, optional),
          ...(rest ? { given: 'rest' as const } : optional && { given: 'optional' as const }),
        },
      ];
    });
    const returns = this.#checker.getReturnTypeOfSignature(signature);
    return { parameters, returns: this.#place(returns ?? this.#checker.getUnknownType()) };
  }
}

const language = 'typescript';

/** The package that declares a symbol, `typescript` for the language's own; null: the sources, or `@tallystick/`. */
function libraryOf({ declarations }: CheckerSymbol): string | null {
  const [path = ''] = declarations.map((one) => one.path);
  if (/(^bundled:|\/lib\.[\w.]+\.d\.ts$)/.test(path)) return language;
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  if (name === undefined || name.startsWith('@tallystick/')) return null;
  return name.replace(/^@types\//, '');
}
