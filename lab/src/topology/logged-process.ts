import type { Child } from '@tallystick/tools/src/process/child.ts';
import type { Children } from '@tallystick/tools/src/process/children.ts';

/** Starts a command of a prebuilt tree, with these variables alone; what it says is added to a log of its name. */
export function startLogged(
  children: Children,
  tree: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  name: string,
): Child {
  const command = ['tallystick.js', ...words];
  return children.start({
    name,
    command,
    folder: tree,
    environment,
    alone: true,
    log: `${name}.log`,
  });
}
