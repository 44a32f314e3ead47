/** FNV-1a: spreads a seed of any text over 32 bits. */
function spread(text: string, start: number): number {
  let hash = start;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  }
  return hash >>> 0;
}

/** Numbers that look random and are the same for the same seed (sfc32, by Chris Doty-Humphrey). Not for secrets. */
export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: string) {
  let a = spread(seed, 2_166_136_261);
  let b = spread(seed, 40_389);
  let c = spread(seed, 3_735_928_559);
  let counter = 1;
  const whole = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round += 1) whole();

  const fraction = () => whole() / 4_294_967_296;
  return {
    /** A number from 0 up to, not including, 1. */
    fraction,
    /** A whole number from `lowest` to `highest`, both possible. */
    between: (lowest: number, highest: number): number =>
      lowest + Math.floor(fraction() * (highest - lowest + 1)),
    /** True once in `n` times. */
    oneIn: (n: number): boolean => fraction() * n < 1,
    /** One of the options; those at the front come up more often if `skewed`. */
    pick<T>(options: readonly [T, ...T[]], skewed?: 'skewed'): T {
      const at = skewed ? fraction() ** 2 : fraction();
      return options[Math.floor(at * options.length)] ?? options[0];
    },
    /** `length` hexadecimal digits. */
    hex(length: number): string {
      let digits = '';
      while (digits.length < length) digits += whole().toString(16).padStart(8, '0');
      return digits.slice(0, length);
    },
  };
}
