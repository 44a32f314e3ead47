import type { BuildContract } from '@tallystick/contract/build-contract';
import { satisfies } from 'semver';
import type { Part } from './fit-beside.ts';
import { newBudget, typeProblem } from './type-fit.ts';
import { type Budget, isOpen, type PlacedType, typeOf } from './type-words.ts';

/** Something that one build uses and the other does not provide, or provides with another type. */
export interface ContractProblem {
  /** Such as `notes.list of @acme/shared/api`. */
  symbol: string;
  problem: string;
}

/**
 * Where a remote's use of the singletons, or its routes, do not match what the shell provides and expects. Empty if
 * one of the two has no recorded contract.
 */
export function shellContractProblems(remote: Part, shell: Part): ContractProblem[] {
  const [remoteContract, shellContract] = [remote.contract, shell.contract];
  if (!remoteContract || !shellContract) return [];
  const budget = newBudget();
  const used = Object.entries(remoteContract.uses ?? {}).flatMap(([request, paths]) => {
    // Skipped are modules that the compiler did not find, and those of which the remote takes another major version.
    const isFound = Object.keys(shellContract.provides?.[request] ?? {}).length > 0;
    if (!isFound || takesEarlier(remote, shell, request)) return [];
    return moduleProblems(
      shell,
      shellContract,
      request,
      { types: remoteContract.types, paths },
      budget,
    );
  });
  const routes = exposedBy(remoteContract, './routes');
  if (routes === null || shellContract.pages === undefined) return used;
  const pages = typeProblem(
    routes,
    { types: shellContract.types, at: shellContract.pages },
    budget,
  );
  const problem = `${named(shell)} expects other routes: ${pages}`;
  return pages === null ? used : [...used, { symbol: '"routes" of ./routes', problem }];
}

/** What a remote looks for and a shell does not provide, a line for each module: it runs without. */
export function lookedForInVain(remote: Part, shell: Part): string[] {
  return Object.entries(remote.contract?.looksFor ?? {}).flatMap(([request, names]) => {
    const provided = shell.contract?.provides?.[request];
    if (provided === undefined || takesEarlier(remote, shell, request)) return [];
    const absent = names.filter((name) => !Object.hasOwn(provided, name));
    const line = `${named(remote)} looks for ${absent.join(', ')} of ${request} and runs without: ${named(shell)} does not provide it`;
    return absent.length === 0 ? [] : [line];
  });
}

/**
 * Whether a remote takes an earlier major version of a library than the one whose types the shell records. The shell
 * lists the recorded version first.
 */
export function takesEarlier(
  remote: Pick<Part, 'shared'>,
  shell: Pick<Part, 'shared'>,
  request: string,
): boolean {
  const version = shell.shared?.find(({ name }) => name === request)?.version;
  const range = remote.shared?.find(({ name }) => name === request)?.requiredVersion;
  return version !== undefined && typeof range === 'string' && !satisfies(version, range);
}

/**
 * What a shell takes away from a remote that has no recorded contract. Such a remote may use everything that the
 * previous shell provided.
 */
export function takenAway(remote: Part, shell: Part, before: Part | null): ContractProblem[] {
  const [shellContract, previous] = [shell.contract, before?.contract];
  if (remote.contract || !shellContract || !previous) return [];
  const budget = newBudget();
  const needed = (remote.shared ?? []).filter(({ name }) => isRecorded(previous, name));
  return needed.flatMap(({ name: request }) => {
    const wanted = { types: previous.types, paths: previous.provides?.[request] ?? {} };
    return moduleProblems(shell, shellContract, request, wanted, budget);
  });
}

/** Whether the types of a module are recorded. For React and the like only names are recorded. */
function isRecorded({ provides, types }: BuildContract, request: string): boolean {
  return Object.values(provides?.[request] ?? {}).some((place) => {
    const type = types[place];
    return type !== undefined && !(type.is === 'plain' && type.text === 'unknown');
  });
}

/**
 * The widgets that the consumer shows, or has in its slots, with props which the provider's build does not take.
 *
 * @param before the provider's previous build. Only what that one had counts as missing. Null on a rollback, where
 *   nothing counts as missing
 */
export function widgetProblems(
  consumer: Part,
  provider: Part,
  before: Part | null,
): ContractProblem[] {
  const shown = Object.entries(consumer.contract?.shows?.[provider.app] ?? {});
  const brings = provider.declaration?.brings ?? [];
  const slots = Object.entries(consumer.contract?.slots ?? {}).flatMap(([slot, places]) =>
    brings.flatMap(({ slot: into, expose }): ShownPlaces[] =>
      into === slot ? [{ expose, places, where: ` in ${slot}` }] : [],
    ),
  );
  const all = [...shown.map(([expose, places]) => ({ expose, places, where: '' })), ...slots];
  return propsProblems(consumer, provider, before, all);
}

/** Where a page gives props to a widget; `where`: in which slot, if it is one. */
interface ShownPlaces {
  expose: string;
  places: readonly number[];
  where: string;
}

function propsProblems(
  consumer: Part,
  provider: Part,
  before: Part | null,
  shown: readonly ShownPlaces[],
): ContractProblem[] {
  const { contract: consumerContract } = consumer;
  const providerContract = provider.contract;
  if (!consumerContract || !providerContract) return [];
  const budget = newBudget();
  return shown.flatMap(({ expose, places, where }) => {
    const symbol = `${expose} of ${provider.app}${where}`;
    const wanted = exposedBy(providerContract, expose);
    const previous = exposedBy(before?.contract, expose);
    if (wanted === null) {
      const isGone = previous !== null;
      return isGone ? [{ symbol, problem: `${named(provider)} does not expose it` }] : [];
    }
    return places.flatMap((at) => {
      const given = { types: consumerContract.types, at };
      const misfit = typeProblem(given, wanted, budget) ?? droppedProp(given, wanted, previous);
      const problem = `${named(provider)} takes other props: ${misfit}`;
      return misfit === null ? [] : [{ symbol, problem }];
    });
  });
}

function exposedBy(contract: BuildContract | undefined, expose: string): PlacedType | null {
  const at = contract?.exposes?.[expose];
  return contract === undefined || at === undefined ? null : { types: contract.types, at };
}

/** Members of a module that a shell does not provide, or provides with another type. */
function moduleProblems(
  shell: Part,
  shellContract: BuildContract,
  request: string,
  { types, paths }: { types: BuildContract['types']; paths: Readonly<Record<string, number>> },
  budget: Budget,
): ContractProblem[] {
  const exports = shellContract.provides?.[request] ?? {};
  return Object.entries(paths).flatMap(([recorded, at]) => {
    const path = pathInModule(request, exports, recorded);
    if (path === null) return [];
    const symbol = `${path} of ${request}`;
    const found = memberAt(shellContract, exports, path);
    if (found === 'missing') return [{ symbol, problem: `${named(shell)} does not provide it` }];
    const differs = found === 'unknown' ? null : typeProblem(found, { types, at }, budget);
    if (differs === null) return [];
    return [{ symbol, problem: `${named(shell)} provides it with another type: ${differs}` }];
  });
}

/** Says which prop is given and was taken by the previous build, but is not known to this one; null: none. */
function droppedProp(
  given: PlacedType,
  wanted: PlacedType,
  before: PlacedType | null,
): string | null {
  const [givenType, wantedType, previous] = [given, wanted, before].map(
    (one) => one && typeOf(one),
  );
  if (givenType?.is !== 'object' || wantedType?.is !== 'object' || previous?.is !== 'object')
    return null;
  const name = Object.keys(givenType.fields).find(
    (field) => Object.hasOwn(previous.fields, field) && !Object.hasOwn(wantedType.fields, field),
  );
  return name === undefined || wantedType.index !== undefined
    ? null
    : `"${name}" is not known any more`;
}

/**
 * The singletons that are CommonJS. A default import of one is the module itself, so that `default.useState` is
 * `useState`. Their types do not say so. A test in `tools/src/contract` compares the list with what is installed.
 */
export const commonJsSingletons: readonly string[] = [
  'react',
  'react/jsx-runtime',
  'react/compiler-runtime',
  'react-dom',
  'react-dom/client',
];

/** A path as the module has it; null: it is the module itself. */
function pathInModule(
  request: string,
  exports: Readonly<Record<string, number>>,
  path: string,
): string | null {
  const [name, ...members] = path.split('.');
  const isModule = name === 'default' && commonJsSingletons.includes(request);
  if (!isModule || Object.hasOwn(exports, 'default')) return path;
  return members.length === 0 ? null : members.join('.');
}

/** What a path such as `notes.list` leads to. */
function memberAt(
  { types }: BuildContract,
  exports: Readonly<Record<string, number>>,
  path: string,
): PlacedType | 'missing' | 'unknown' {
  const [name = '', ...members] = path.split('.');
  let at = entryOf(exports, name);
  for (const member of members) {
    if (at === undefined) return 'missing';
    const type = typeOf({ types, at });
    if (isOpen(type) || type.is !== 'object') return 'unknown';
    at = entryOf(type.fields, member)?.type ?? type.index;
  }
  return at === undefined ? 'missing' : { types, at };
}

/** A record's own value by a name. Names come from outside, and could be `constructor`. */
function entryOf<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function named({ app, build }: Part): string {
  return `${app} ${build}`;
}
