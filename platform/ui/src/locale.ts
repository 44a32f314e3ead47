let known: { tags: readonly string[]; chosen: string } | undefined;

/**
 * The language tag for dates and numbers: the person's own English, or else en-GB. The pages speak
 * English, so a date in another language would be out of place, and read out wrongly.
 */
export function locale(): string {
  // Browsers give the same list until somebody changes it.
  const { languages: tags } = navigator;
  if (known?.tags !== tags) known = { tags, chosen: tags.find(isEnglish) ?? 'en-GB' };
  return known.chosen;
}

/** Where a system names its languages in its own way, browsers pass that on (`en-US@posix`), and `Intl` throws. */
function isEnglish(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language === 'en';
  } catch {
    return false;
  }
}
