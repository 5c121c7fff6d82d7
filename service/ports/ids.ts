/**
 * Random ids. Item, user and version ids are different: they are decimal, ordered and come from the metadata store's counter
 * (`MetadataWrites.allocateId`).
 */
export interface Ids {
  /** A lower-case hexadecimal string of `bytes` random bytes, suitable for secrets. */
  hex(bytes: number): string;
}
