/**
 * Random identifiers. Item, user and version ids are not among them: they are decimal, ordered and come from the
 * metadata store's own counter (`MetadataWrites.allocateId`).
 */
export interface Ids {
  /** A lower-case hexadecimal string of `bytes` random bytes, fit for secrets. */
  hex(bytes: number): string;
}
