/** Of one error so many letters and frames are reported at most, and so many errors in one report. */
export const errorBounds = { message: 300, name: 60, frames: 8, errors: 4 };
