/**
 * The language tag for dates and numbers: the person's own English, or else en-GB. The pages speak
 * English, so a date in another language would be out of place, and read out wrongly.
 */
export function locale(): string {
  return navigator.languages.find((tag) => /^en(-|$)/i.test(tag)) ?? 'en-GB';
}
