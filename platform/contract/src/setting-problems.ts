import type { DeclaredSettings } from './declared-settings.ts';
import { valueProblem } from './setting-values.ts';

/** What is wrong with a remote's settings: a default must be one of the values that its setting takes. */
export function settingProblems(settings: DeclaredSettings): string[] {
  return Object.entries(settings).flatMap(([name, setting]) => {
    const problem = valueProblem(setting, setting.default);
    return problem === null ? [] : [`the default of the setting ${name} ${problem}`];
  });
}
