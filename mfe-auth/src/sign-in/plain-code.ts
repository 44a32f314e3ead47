/** A code as the service knows it: plain digits, without the spaces and dashes it may come with. */
export function plainCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/[\s\p{Pd}]/gu, '');
}
