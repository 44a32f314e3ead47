import { type Variant, variantOf } from './variant.ts';

/** Names in the code of a build, and in quotes the path of the page that is to break. */
interface Names {
  routes: string;
  page: string;
  /** The functions of React by these names, ready to be called. */
  jsx: string;
  useState: string;
}

/** What stands in place of a build's `routes`. */
type Fault = (names: Names) => string;

const oops = "throw new Error('broken on purpose')";

/** The page's component has this body; it may return `original`, which shows what was there. */
function component(body: (names: Names, original: string) => string): Fault {
  return (names) => {
    const { routes, page, jsx } = names;
    const original = `${jsx}(${routes}[${page}].Component,{})`;
    return `({...${routes},${page}:{...${routes}[${page}],Component(){${body(names, original)}}}})`;
  };
}

/** Ways of a remote's code to be wrong, though it was shipped well. */
export const faults = {
  'throws as it begins': () => `(()=>{${oops}})()`,
  'lacks a declared page': ({ routes, page }) => `({...${routes},${page}:void 0})`,
  'throws while it is drawn': component(() => oops),
  'throws in an effect': component(({ jsx }) => `return ${jsx}("p",{ref(){${oops}}})`),
  'draws in a circle': component(
    ({ useState }, original) => `const [n,set]=${useState}(0);set(n+1);return ${original}`,
  ),
  'throws in a timer as it came': component(
    (_names, original) => `globalThis.once??=setTimeout(()=>{${oops}},50);return ${original}`,
  ),
  'leaves a promise to fail': component(
    (_names, original) =>
      `globalThis.once??=Promise.reject(new Error('broken on purpose'));return ${original}`,
  ),
} satisfies Readonly<Record<string, Fault>>;

/** The page's component never comes to an end. */
export const endless = component(() => 'for(;;);');

/** A build of `app` that wants another React than the shell has. */
export function misfitBuild(within: string, app: string, hash: string): Promise<Variant> {
  return variantOf(within, app, hash, (script, path) =>
    path === 'remote-entry.js'
      ? script.replace(/(shareKey:"react",[^}]*requiredVersion:")[^"]*/, '$1^99.0.0')
      : script,
  );
}

/** A build of `app` whose page `page` has this fault; `within` and `hash` as for `variantOf`. */
export function faultyBuild(
  within: string,
  app: string,
  hash: string,
  page: string,
  fault: Fault,
): Promise<Variant> {
  return variantOf(within, app, hash, (script, path) => {
    if (!/^routes\..*\.js$/.test(path)) return script;
    const name = (pattern: RegExp): string => {
      const found = pattern.exec(script)?.[1];
      if (found === undefined) throw new Error(`the code of this build has no ${pattern}`);
      return found;
    };
    const routes = name(/routes:\(\)=>(\w+)/);
    const faulty = fault({
      routes,
      page: JSON.stringify(page),
      jsx: `(0,${name(/\(0,(\w+\.jsx)\)/)})`,
      useState: `(0,${name(/\(0,(\w+\.useState)\)/)})`,
    });
    // Made once, as the build's own are.
    const once = `routes:()=>globalThis.faulty_${hash}??=${faulty}`;
    return script.replace(`routes:()=>${routes}`, once);
  });
}
