import type { BuildContract } from '@tallystick/contract/build-contract';
import { sitePackages } from '@tallystick/contract/site-packages';
import {
  type Checker,
  type Symbol as CheckerSymbol,
  type Project,
  SignatureKind,
  SymbolFlags,
  type Type,
} from 'typescript/unstable/sync';
import { type App, exposedFiles } from '../app.ts';
import { singletonsOf } from '../singletons.ts';
import { type Looks, lookedFor } from './looked-for.ts';
import { type Compiler, type ModuleOf, withProgram } from './program.ts';
import { exportAt, missingIn, runningOf } from './running-names.ts';
import { type ShownSlot, type ShownWidget, shownWidgets } from './shown-widgets.ts';
import { takenApart } from './taken-apart.ts';
import { TypeTable } from './type-table.ts';
import type { Uses } from './uses-plugin.ts';

/** A contract, and what is not in it: a line for each type that could not be recorded. */
export interface Recorded {
  contract: BuildContract;
  notes: readonly string[];
}

/**
 * Records what an app takes and gives, by the types of its sources and of what is installed for it. A type that cannot
 * be recorded is an unknown one there, which fits everything.
 *
 * @param uses of a remote, what its bundle uses of the singletons; null: it is a shell
 * @param compiler one that runs already, for who records many
 * @throws Error that names the file that shows a widget by no literals
 */
export function recordContract(app: App, uses: Uses | null, compiler?: Compiler): Recorded {
  const exposed = exposedFiles(app);
  const singletons = singletonsOf(app.folder);
  const own = new Map(
    singletons.flatMap(({ request, version, isOwn }) => (isOwn ? [[request, version]] : [])),
  );
  /** Declare what the shell asks of `./routes`. */
  const declaring = sitePackages(app.folder).flatMap(({ pages = [] }) => pages);
  const requests = singletons.map(({ request }) => request);
  const modules = [...requests, ...declaring, ...exposed.map(([, file]) => file)];
  const running = runningOf(app.folder, singletons);
  const missing = missingIn(running, uses ?? {});
  const notes: string[] = [];
  const read = (project: Project, moduleOf: ModuleOf): BuildContract => {
    const { checker } = project;
    const table = new TypeTable(checker, notes);
    const values = (request: string) => valuesOf(checker, moduleOf(request).exports);
    // For React and jotai only the names are recorded, since their versions say the rest.
    const place = (request: string, type: Type | undefined) =>
      table.place(
        request,
        own.has(request) && type !== undefined ? type : checker.getUnknownType(),
      );

    if (uses === null) {
      const [pages] = declaring
        .flatMap((module) => moduleOf(module).exports)
        .filter(({ name }) => name === 'RouteModules');
      return {
        provides: mapEntries(requests, (request) => {
          const types = values(request);
          const names = [...(running.get(request)?.names ?? types.keys())].sort();
          return mapEntries(names, (name) => place(request, types.get(name)));
        }),
        slots: slotsOf(app, shownWidgets(project, app.folder).slots, table),
        ...(pages && { pages: table.place('its pages', checker.getDeclaredTypeOfSymbol(pages)) }),
        types: table.types,
      };
    }

    const exposes = exposed.flatMap(([expose, file]) => {
      const found = values(file);
      const type = found.get(expose === './routes' ? 'routes' : 'Widget');
      if (type === undefined) return [];
      const props = expose === './routes' ? type : propsOf(checker, type);
      return [[expose, props ? table.place(file, props) : table.placeOfNothing()] as const];
    });
    const shown = shownWidgets(project, app.folder);
    const looks = lookedFor(project, missing);
    const used = usedPaths(project, { folder: app.folder, uses, looks, moduleOf, values });
    return {
      uses: mapEntries(Object.keys(uses), (request) => {
        const found = values(request);
        const { followed = [], named = [] } = used.get(request) ?? {};
        return {
          ...mapEntries(followed, (path) => place(request, memberOf(checker, found, path))),
          ...mapEntries(named, () => table.place(request, checker.getUnknownType())),
        };
      }),
      looksFor: Object.fromEntries([...looks].map(([request, names]) => [request, [...names]])),
      versions: Object.fromEntries(own),
      exposes: Object.fromEntries(exposes),
      shows: showsOf(shown.widgets, table, notes),
      slots: slotsOf(app, shown.slots, table),
      types: table.types,
    };
  };
  const more = [...missing.values()].flatMap((names) => [...names.values()].flat());
  return { contract: withProgram(app.folder, modules, read, { more, compiler }), notes };
}

/** The props that a remote gives to widgets of others, by app and widget. A widget without its types is noted. */
function showsOf(shown: readonly ShownWidget[], table: TypeTable, notes: string[]) {
  const shows: Record<string, Record<string, number[]>> = {};
  for (const name of new Set(shown.flatMap((one) => (one.isTyped ? [] : [one.app])))) {
    notes.push(`No types of ${name}: release types ${name}.`);
  }
  for (const { app: of, expose, props, written } of shown) {
    shows[of] ??= {};
    shows[of][expose] = [
      ...(shows[of][expose] ?? []),
      table.placeNarrower(`${of} ${expose}`, props, written),
    ];
  }
  return shows;
}

/**
 * The props that an app gives to what stands in its slots.
 *
 * @throws Error if a slot is not its own, or a remote's that its `remote.json` does not list
 */
function slotsOf({ name, declaration }: App, shown: readonly ShownSlot[], table: TypeTable) {
  const slots: Record<string, number[]> = {};
  for (const { slot, props, written } of shown) {
    const [app, own = ''] = slot.split(':');
    if (app !== name)
      throw new Error(`<Slot name="${slot}">: a slot of ${name} begins with ${name}:`);
    if (declaration !== null && !declaration.slots?.includes(own)) {
      throw new Error(`<Slot name="${slot}">: remote.json lists it: "slots": ["${own}"]`);
    }
    slots[slot] = [...(slots[slot] ?? []), table.placeNarrower(slot, props, written)];
  }
  return slots;
}

interface Given {
  folder: string;
  uses: Uses;
  looks: Looks;
  moduleOf: ModuleOf;
  values: (request: string) => ReadonlyMap<string, Type>;
}

/** What a remote needs of each singleton: paths by the bundler, and names of what its sources take apart. */
function usedPaths(project: Project, { folder, uses, looks, moduleOf, values }: Given) {
  const requests = Object.keys(uses);
  const files = requests.flatMap((request): [string, string][] => {
    const { file } = moduleOf(request);
    return file === undefined ? [] : [[file, request]];
  });
  const apart = takenApart(project, folder, new Map(files));
  return new Map(
    requests.map((request) => {
      const [looked, types] = [looks.get(request), values(request)];
      const followed = Object.keys(uses[request] ?? {}).filter(
        (path) => !looked?.has(exportAt(path)),
      );
      // For these only the names are recorded, since it is not followed what the code does with them.
      const named = [...(apart.get(request) ?? [])].filter(
        (name) => types.has(name) && !looked?.has(name) && !followed.some((one) => isOf(name, one)),
      );
      return [request, { followed, named: named.sort() }] as const;
    }),
  );
}

/** The values that a module exports, with their types, by name and in its order. */
function valuesOf(checker: Checker, exports: readonly CheckerSymbol[]): Map<string, Type> {
  const found = exports.flatMap((symbol): [string, Type][] => {
    const isAlias = (symbol.flags & SymbolFlags.Alias) !== 0;
    const own: CheckerSymbol = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    const type = own.flags & SymbolFlags.Value ? checker.getTypeOfSymbol(own) : undefined;
    return type === undefined ? [] : [[symbol.name, type]];
  });
  return new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The type of `notes.list`, by the exports of its module. */
function memberOf(checker: Checker, values: ReadonlyMap<string, Type>, path: string) {
  const [name = '', ...members] = path.split('.');
  let type = values.get(name);
  for (const member of members) {
    const property = type && checker.getPropertyOfType(type, member);
    type = property && checker.getTypeOfSymbol(property);
  }
  return type;
}

/** Whether a path such as `notes.list`, or that of a default import, says of a name already that it is used. */
function isOf(name: string, path: string): boolean {
  return [name, `default.${name}`].some((own) => path === own || path.startsWith(`${own}.`));
}

/** The props of a component that is a function; undefined: it takes none. */
function propsOf(checker: Checker, component: Type): Type | undefined {
  const [call] = checker.getSignaturesOfType(component, SignatureKind.Call);
  const [props] = call?.getParameters() ?? [];
  return props && checker.getTypeOfSymbol(props);
}

function mapEntries<Value>(
  names: readonly string[],
  toValue: (name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, toValue(name)]));
}
