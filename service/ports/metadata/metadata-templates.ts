import type { FieldType } from '../../../contract/resources/metadata-template.ts';

/** One of the words that a field of type `enum` or `multiSelect` can hold. Its id stays when its key is changed. */
export interface TemplateOption {
  readonly id: string;
  readonly key: string;
  /** What a classification says of itself; null for other options. */
  readonly staticConfig: Readonly<Record<string, unknown>> | null;
}

/** A field of a template. Its id stays when its key is changed; values are kept by the id. */
export interface TemplateField {
  readonly id: string;
  readonly type: FieldType;
  readonly key: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly hidden: boolean;
  readonly options: readonly TemplateOption[];
}

/** Who a template belongs to: everyone everywhere, or the enterprise. */
export type TemplateScope = 'global' | 'enterprise';

/** Which fields the metadata of an item can have. Times are in milliseconds since the epoch. */
export interface MetadataTemplateRecord {
  readonly id: string;
  readonly scope: TemplateScope;
  readonly key: string;
  readonly displayName: string;
  readonly hidden: boolean;
  readonly copyInstanceOnItemCopy: boolean;
  readonly fields: readonly TemplateField[];
  /** Rises by one with each change. */
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** Questions about templates. */
export interface MetadataTemplateReads {
  get(id: string): Promise<MetadataTemplateRecord | null>;
  getByKey(scope: TemplateScope, key: string): Promise<MetadataTemplateRecord | null>;
  getMany(ids: readonly string[]): Promise<readonly MetadataTemplateRecord[]>;
  /** Those of a scope behind an id, in the order of their ids. */
  list(scope: TemplateScope, afterId: string, limit: number): Promise<readonly MetadataTemplateRecord[]>;
}

/** Changes to templates. */
export interface MetadataTemplateWrites extends MetadataTemplateReads {
  insert(template: MetadataTemplateRecord): Promise<void>;
  update(template: MetadataTemplateRecord): Promise<void>;
  /** Removes a template with all its instances. */
  delete(id: string): Promise<void>;
}
