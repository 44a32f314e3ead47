import type {
  BuildContract,
  RecordedCall,
  RecordedType,
} from '@tallystick/contract/build-contract';
import type { BuildKey } from '@tallystick/registry/contract/build-key';

/**
 * A declaration file with the props that the widgets of an app take, and with those that its slots give. It has every
 * type that they are made of.
 * A type of the language's own library is given by its name. Types of other libraries, and what only the compiler
 * knew, are `unknown`.
 *
 * @param where for the first line: in which channel the build is live
 * @param composition the module whose `Remote` shows widgets
 * @returns null: it has neither
 */
export function typesText(
  { app, build, contract }: BuildKey & { contract: BuildContract },
  where: string,
  composition: string,
): string | null {
  const { types } = contract;
  const widgets = Object.entries(contract.exposes ?? {}).filter(
    ([expose]) => expose !== './routes',
  );
  const slots = Object.entries(contract.slots ?? {}).filter(([, places]) => places.length > 0);
  if (widgets.length + slots.length === 0) return null;
  const named = circular(types, [...widgets.map(([, at]) => at), ...slots.flatMap(([, at]) => at)]);
  const text = (at: number, open = true): string => {
    if (open && named.has(at)) return `T${at}`;
    const type = types[at];
    return type === undefined ? 'unknown' : textOf(type, (inner) => text(inner));
  };
  const lines = widgets.map(([expose, at]) => `      ${JSON.stringify(expose)}: ${text(at)};`);
  const slotLines = slots.map(([slot, places]) => {
    const given = [...new Set(places.map((at) => text(at)))];
    return `    ${JSON.stringify(slot)}: ${given.join(' | ')};`;
  });
  const aliases = [...named].map((at) => `type T${at} = ${text(at, false)};`);
  return [
    `// What ${app} ${build} has for others, live in ${where}. Written by \`tallystick-release types ${app}\`: it writes it anew.`,
    `import '${composition}';`,
    ...(aliases.length > 0 ? ['', ...aliases] : []),
    '',
    `declare module '${composition}' {`,
    ...(lines.length > 0
      ? ['  interface RemoteWidgets {', `    ${JSON.stringify(app)}: {`, ...lines, '    };', '  }']
      : []),
    ...(slotLines.length > 0 ? ['  interface RemoteSlots {', ...slotLines, '  }'] : []),
    '}',
    '',
  ].join('\n');
}

/** A type's name, a number or a string literal. Nothing else that a publisher recorded gets into others' sources. */
const plain = /^(?:[a-z]+|-?[\d.]+(?:e[+-]?\d+)?n?|"(?:[^"\\\n\r]|\\.)*")$/;
const typeName = /^[A-Za-z_$][\w$]*$/;

function textOf(type: RecordedType, inner: (at: number) => string): string {
  switch (type.is) {
    case 'plain':
      return plain.test(type.text) ? type.text : 'unknown';
    case 'other':
      return 'unknown';
    case 'array':
      return `readonly (${inner(type.item)})[]`;
    case 'union':
      return `(${type.types.map(inner).join(' | ')})`;
    case 'named': {
      if (type.from !== '' || !typeName.test(type.name)) return 'unknown';
      const given = type.arguments.map(inner).join(', ');
      return given === '' ? type.name : `${type.name}<${given}>`;
    }
    case 'object': {
      const calls = (type.calls ?? []).map((call) => callText(call, inner));
      const fields = Object.entries(type.fields).map(
        ([name, field]) =>
          `readonly ${JSON.stringify(name)}${field.optional ? '?' : ''}: ${inner(field.type)};`,
      );
      const index =
        type.index === undefined ? [] : [`readonly [name: string]: ${inner(type.index)};`];
      return calls.length + fields.length + index.length === 0
        ? 'object'
        : `{ ${[...calls, ...fields, ...index].join(' ')} }`;
    }
  }
}

function callText({ parameters, returns }: RecordedCall, inner: (at: number) => string): string {
  const given = parameters.map(({ type, given: how }, at) => {
    if (how === 'rest') return `...a${at}: ${inner(type).replace(/^readonly /, '')}`;
    return `a${at}${how === 'optional' ? '?' : ''}: ${inner(type)}`;
  });
  return `(${given.join(', ')}): ${inner(returns)};`;
}

/** Indices of types that refer to themselves: these need a name. */
function circular(types: readonly RecordedType[], from: readonly number[]): Set<number> {
  const found = new Set<number>();
  const done = new Set<number>();
  const visit = (at: number, above: ReadonlySet<number>): void => {
    if (above.has(at)) found.add(at);
    if (above.has(at) || done.has(at)) return;
    const within = new Set(above).add(at);
    for (const inner of partsOf(types[at])) visit(inner, within);
    done.add(at);
  };
  for (const at of from) visit(at, new Set());
  return found;
}

function partsOf(type: RecordedType | undefined): readonly number[] {
  switch (type?.is) {
    case 'array':
      return [type.item];
    case 'union':
      return type.types;
    case 'named':
      return type.arguments;
    case 'object':
      return [
        ...Object.values(type.fields).map((field) => field.type),
        ...(type.calls ?? []).flatMap((call) => [
          call.returns,
          ...call.parameters.map((parameter) => parameter.type),
        ]),
        ...(type.index === undefined ? [] : [type.index]),
      ];
    default:
      return [];
  }
}
