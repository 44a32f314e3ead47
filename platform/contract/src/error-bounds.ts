/** The most letters and frames that are reported of one error, and the most errors in one report. */
export const errorBounds = { message: 300, name: 60, frames: 8, errors: 4 };
