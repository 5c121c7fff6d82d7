import type { Octets } from '../../../contract/operation.ts';

/** Frees the connection of an answer whose bytes are not needed, or not all of them. */
export async function dropOctets(octets: Octets): Promise<void> {
  await octets[Symbol.asyncIterator]().return?.();
}
