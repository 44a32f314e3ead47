import { openRegistry } from '@tallystick/registry/open';
import { allParts } from '@tallystick/registry/parts/all-parts';
import type { Environment } from '@tallystick/settings/environment';

/** Opens the registry as a site server does, and prints what `release verify` says; whether it is whole. */
export async function verifyReleases(
  environment: Environment,
  print: (line: string) => void,
): Promise<boolean> {
  const opened = await openRegistry(environment, undefined, { parts: allParts() });
  if (!opened.ok) {
    print(opened.problem);
    return false;
  }
  const { value: registry } = opened;
  try {
    const { ok, entries, revisions, head, problems, advice } = await registry.audit.verify();
    const said = ok ? 'The history of releases is whole' : 'The history of releases is not whole';
    print(`${said}: ${entries} entries, ${revisions} revisions, head ${head}.`);
    for (const line of [...problems, ...advice]) print(`  ${line}`);
    for (const channel of await registry.channels()) {
      print(`${channel} is at revision ${(await registry.channel(channel).current())?.revision}.`);
    }
    return ok;
  } finally {
    await registry.close();
  }
}
