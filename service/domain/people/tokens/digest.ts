import { hash } from 'node:crypto';

/** SHA-256 of a random secret, lower-case hexadecimal: the only form in which the service stores it. */
export function digestOf(secret: string): string {
  return hash('sha256', secret);
}
