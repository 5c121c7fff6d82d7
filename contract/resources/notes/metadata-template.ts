import { z } from 'zod';
import { markerPage } from '../paging.ts';

/** Field types of a template. */
export const fieldTypes = ['string', 'float', 'date', 'enum', 'multiSelect'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** The template that accepts any keys, in the scope `global`. */
export const propertiesTemplateKey = 'properties';

/** The template of classifications, in the scope `enterprise`, and its only field, with the names that public clients expect. */
export const classificationTemplateKey = 'securityClassification-6VMVochwUWo';
export const classificationFieldKey = 'Box__Security__Classification__Key';

/** The settings of a classification besides its name. `colorID` is 0 to 7. */
export const classificationConfig = z.looseObject({
  classification: z
    .looseObject({ classificationDefinition: z.string().optional(), colorID: z.int().optional() })
    .optional(),
});

/** An option of a field of type `enum` or `multiSelect`. */
const templateOption = z.object({
  id: z.string(),
  key: z.string(),
  staticConfig: classificationConfig.optional(),
});

/** A field of a template. */
const templateField = z.object({
  id: z.string(),
  type: z.string(),
  key: z.string(),
  displayName: z.string(),
  description: z.string().optional(),
  hidden: z.boolean(),
  options: z.array(templateOption).optional(),
});

/** Metadata template: the fields of an item's metadata. `scope` is `global` or `enterprise_` and an id. */
export const metadataTemplate = z.object({
  id: z.string(),
  type: z.literal('metadata_template'),
  scope: z.string(),
  templateKey: z.string(),
  displayName: z.string(),
  hidden: z.boolean(),
  copyInstanceOnItemCopy: z.boolean(),
  fields: z.array(templateField),
});
export type MetadataTemplate = z.output<typeof metadataTemplate>;

export const metadataTemplates = markerPage(metadataTemplate);
export type MetadataTemplates = z.output<typeof metadataTemplates>;
