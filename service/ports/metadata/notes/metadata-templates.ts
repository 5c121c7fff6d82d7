import type { FieldType } from '../../../../contract/resources/notes/metadata-template.ts';

/** An option of an `enum` or `multiSelect` field. Its id does not change with its key. */
export interface TemplateOption {
  readonly id: string;
  readonly key: string;
  /** Settings of a classification; null for other options. */
  readonly staticConfig: Readonly<Record<string, unknown>> | null;
}

/** A field of a template. Its id does not change with its key; values are stored by id. */
export interface TemplateField {
  readonly id: string;
  readonly type: FieldType;
  readonly key: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly hidden: boolean;
  readonly options: readonly TemplateOption[];
}

/** The scope of a template: global, or the enterprise. */
export type TemplateScope = 'global' | 'enterprise';

/** The fields that an item's metadata can have. Times are in milliseconds since the epoch. */
export interface MetadataTemplateRecord {
  readonly id: string;
  readonly scope: TemplateScope;
  readonly key: string;
  readonly displayName: string;
  readonly hidden: boolean;
  readonly copyInstanceOnItemCopy: boolean;
  readonly fields: readonly TemplateField[];
  /** Incremented with each change. */
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** Template queries. */
export interface MetadataTemplateReads {
  get(id: string): Promise<MetadataTemplateRecord | null>;
  getByKey(scope: TemplateScope, key: string): Promise<MetadataTemplateRecord | null>;
  getMany(ids: readonly string[]): Promise<readonly MetadataTemplateRecord[]>;
  /** Templates of a scope after an id, ordered by id. */
  list(scope: TemplateScope, afterId: string, limit: number): Promise<readonly MetadataTemplateRecord[]>;
}

/** Changes to templates. */
export interface MetadataTemplateWrites extends MetadataTemplateReads {
  insert(template: MetadataTemplateRecord): Promise<void>;
  update(template: MetadataTemplateRecord): Promise<void>;
  /** Deletes a template and all its instances. */
  delete(id: string): Promise<void>;
}
