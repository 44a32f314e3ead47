/** Whether a word asks for help. */
export const isHelp = (word: string): boolean => /^(-h|--help|help)$/.test(word);
