import { randomInt } from 'node:crypto';
import type { Random } from '../ports/random.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** `randomInt` takes ranges below 2^48 only. */
const FRACTION_STEPS = 2 ** 47;

/** The system's random source. */
export function createNodeRandom(): Random {
  return {
    fraction: () => randomInt(FRACTION_STEPS) / FRACTION_STEPS,
    token: (length) => Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
  };
}
