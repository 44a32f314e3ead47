/** Where this browser keeps the parties that somebody watches; signing out clears it. */
export const watchedKey = 'watched-parties';
