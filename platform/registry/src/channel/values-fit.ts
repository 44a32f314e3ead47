import type { DeclaredSettings } from '@tallystick/contract/declared-settings';
import type { RemoteDeclaration } from '@tallystick/contract/remote';
import { type SettingValues, valueProblem } from '@tallystick/contract/setting-values';
import type { AppValues } from '../contract/app-values.ts';
import type { Misfit } from '../contract/can-ship.ts';
import type { Revision } from '../contract/channel.ts';
import { buildsIn } from './stack.ts';

type Of = (
  app: string,
  build: string,
) => { declaration?: RemoteDeclaration | null | undefined } | undefined;
type Builds = Pick<Revision, 'builds' | 'canaries' | 'values' | 'moves'>;

/**
 * Why what a change sets is none of an app's settings. A name is one that the live build or the canary declares. The
 * value must be one of each of them that declares it.
 */
export function valueMisfits(next: Builds, traitsOf: Of): Misfit[] {
  return next.moves.flatMap(({ app, settings: set }) => {
    const declared = declaredIn(next, app, traitsOf);
    return newIn(set?.from ?? null, set?.to ?? null).flatMap(([name, value]) => {
      const known = declared.filter(({ settings }) => Object.hasOwn(settings, name));
      if (known.length === 0) {
        const all = [...new Set(declared.flatMap(({ settings }) => Object.keys(settings)))].sort();
        const has = all.length === 0 ? 'it has none' : `it has ${all.join(', ')}`;
        const problem = `${app} declares no setting ${name}: ${has}`;
        return [{ code: 'unfit', app, problem } as const];
      }
      return known.flatMap(({ build, settings }): Misfit[] => {
        const setting = settings[name];
        const problem = setting && valueProblem(setting, value);
        if (!problem) return [];
        return [{ code: 'unfit', app, build, problem: `${name} of ${app} ${build} ${problem}` }];
      });
    });
  });
}

/**
 * Values that stay set although a build of the next revision does not take them: there its default holds. A line each.
 */
export function valuesOutOfUse(next: Builds, traitsOf: Of): string[] {
  return next.moves.flatMap(({ app, settings: moved }) => {
    const set = next.values?.[app];
    if (set === undefined || moved !== undefined) return [];
    return declaredIn(next, app, traitsOf).flatMap(({ build, settings }) =>
      newIn(null, set).flatMap(([name, value]) => {
        const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
        const why = setting ? valueProblem(setting, value) : 'is not declared';
        if (why === null) return [];
        const stands = setting ? `; its default ${setting.default} holds` : '';
        return [
          `${app} ${build} does not take ${name} = ${value}, which is set: it ${why}${stands}.`,
        ];
      }),
    );
  });
}

function declaredIn(
  next: Builds,
  app: string,
  traitsOf: Of,
): { build: string; settings: DeclaredSettings }[] {
  return buildsIn(next)
    .filter((one) => one.app === app)
    .map(({ build }) => ({ build, settings: traitsOf(app, build)?.declaration?.settings ?? {} }));
}

/** The values that are set and were not, for all browsers and for a share. */
function newIn(from: AppValues | null, to: AppValues | null) {
  const newly = (before: SettingValues = {}, after: SettingValues = {}) =>
    Object.entries(after)
      .filter(([name, value]) => before[name] !== value)
      .sort(([one], [other]) => (one < other ? -1 : 1));
  return [...newly(from?.values, to?.values), ...newly(from?.share?.values, to?.share?.values)];
}
