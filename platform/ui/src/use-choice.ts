import { useSyncExternalStore } from 'react';
import type { Choice } from './choice.ts';

/** What is chosen, and the way to choose. */
export function useChoice<Option extends string>(
  choice: Choice<Option>,
): readonly [Option, (option: Option) => void] {
  return [useSyncExternalStore(choice.watch, choice.current, choice.usual), choice.choose];
}
