import type { CandidatePage, CandidateQuery } from './search-candidates.ts';

/** The value of one field; option ids rather than labels for fields with options. */
export type MetadataValue = string | number | readonly string[];

/** The metadata of one item by one template. Times are in milliseconds since the epoch. */
export interface MetadataInstanceRecord {
  readonly id: string;
  readonly itemId: string;
  readonly templateId: string;
  /** Incremented with each change, from 0. */
  readonly version: number;
  /** By field id; by key for the template of free keys. */
  readonly values: Readonly<Record<string, MetadataValue>>;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** A value as indexed for filters: a folded text or a number. */
export interface IndexedValue {
  readonly field: string;
  readonly value: string | number;
}

/** Selects items with metadata of a template and, unless `condition` is null, with a matching value. */
export interface InstanceQuery extends CandidateQuery {
  readonly templateId: string;
  readonly condition: InstanceCondition | null;
}

/** `anyOf`: one of these folded texts. `from`, `to`: a number in this inclusive range. */
export type InstanceCondition =
  | { readonly field: string; readonly anyOf: readonly string[] }
  | { readonly field: string; readonly from: number | null; readonly to: number | null };

/** Metadata instance queries. */
export interface MetadataInstanceReads {
  get(itemId: string, templateId: string): Promise<MetadataInstanceRecord | null>;
  getById(id: string): Promise<MetadataInstanceRecord | null>;
  listOfItems(itemIds: readonly string[]): Promise<readonly MetadataInstanceRecord[]>;
  findItems(query: InstanceQuery): Promise<CandidatePage>;
}

/** Changes to metadata instances; `indexed` contains all values that filters can find. */
export interface MetadataInstanceWrites extends MetadataInstanceReads {
  insert(instance: MetadataInstanceRecord, ownerId: string, indexed: readonly IndexedValue[]): Promise<void>;
  update(instance: MetadataInstanceRecord, ownerId: string, indexed: readonly IndexedValue[]): Promise<void>;
  delete(id: string): Promise<void>;
}
