import { readStored, watchStored, writeStored } from '@tallystick/shell-kit/storage';

/** A choice of one word out of a few that somebody makes in this browser. */
export type Choice<Option extends string> = ReturnType<typeof openChoice<Option>>;

/**
 * A choice that is kept in local storage under `name`, and in step wherever it is shown, in this tab
 * and in others. What is stored is checked at each read: anything but one of `options` counts as
 * `fallback`, which itself is kept as nothing. Where storage is forbidden, the choice lasts as long
 * as the page.
 */
export function openChoice<const Option extends string>(
  name: string,
  options: readonly Option[],
  fallback: Option,
) {
  /** Told to all who show this choice on this page; other tabs hear the browser's own event. */
  const chosen = `tallystick:choice:${name}`;
  let unkept: Option | null = null;

  return {
    options,
    current: (): Option =>
      unkept ?? options.find((option) => option === readStored('localStorage', name)) ?? fallback,
    /** What counts where nothing is kept: also for who renders a page for a browser. */
    usual: () => fallback,
    choose: (option: Option) => {
      const kept = option === fallback ? null : option;
      unkept = writeStored('localStorage', name, kept) ? null : option;
      dispatchEvent(new Event(chosen));
    },
    /** Calls `listener` when another is chosen, here or in another tab. Returns the way out. */
    watch: (listener: () => void) => watchStored(name, chosen, listener),
  };
}
