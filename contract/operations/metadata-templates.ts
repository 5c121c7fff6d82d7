import { z } from 'zod';
import { limits } from '../limits.ts';
import { empty, json, operation } from '../operation.ts';
import { pageLimit } from '../request-fields.ts';
import {
  classificationConfig,
  fieldTypes,
  metadataTemplate,
  metadataTemplates,
} from '../resources/metadata-template.ts';
import { accountScopes, readScopes } from '../scopes.ts';
import { pathId } from './parameters.ts';

const keyText = (longest: number) =>
  z
    .string()
    .max(longest, `may have at most ${longest} characters`)
    .regex(/^[A-Za-z_][-A-Za-z0-9_]*$/, 'must begin with a letter or "_" and hold letters, digits, "-" and "_" only');
const displayName = z
  .string()
  .min(1, 'must not be empty')
  .max(limits.metadataTextLength, `may have at most ${limits.metadataTextLength} characters`);
const optionKey = z
  .string()
  .min(1, 'must not be empty')
  .max(limits.metadataTextLength, `may have at most ${limits.metadataTextLength} characters`);

const newOption = z.object({ key: optionKey, staticConfig: classificationConfig.nullable().optional() });
export const newTemplateField = z.object({
  type: z.enum(fieldTypes),
  key: keyText(limits.metadataFieldKeyLength),
  displayName,
  description: z.string().max(limits.metadataTextLength).nullable().optional(),
  hidden: z.boolean().nullable().optional(),
  options: z
    .array(newOption)
    .max(limits.metadataOptionsPerField, `may hold at most ${limits.metadataOptionsPerField} options`)
    .nullable()
    .optional(),
});
export type NewTemplateField = z.output<typeof newTemplateField>;
export type NewTemplateOption = z.output<typeof newOption>;

/** The scope of a template in a path: `global`, `enterprise`, or `enterprise_` and the id of the enterprise. */
export const scopeInPath = z
  .string()
  .regex(/^(?:global|enterprise(?:_\d{1,19})?)$/, 'must be "global" or "enterprise"');
export const templateKeyInPath = z.string().min(1).max(limits.metadataTemplateKeyLength);
const params = z.object({ scope: scopeInPath, template_key: templateKeyInPath });
const scope = ['manage_enterprise_properties', 'root_readwrite'] as const;
const changeErrors = ['access_denied_insufficient_permissions', 'not_found'] as const;

export const createMetadataTemplate = operation({
  name: 'createMetadataTemplate',
  summary: 'Creates a metadata template of the enterprise.',
  method: 'POST',
  path: '/metadata_templates/schema',
  body: json(
    z.object({
      scope: z.string(),
      templateKey: keyText(limits.metadataTemplateKeyLength).optional(),
      displayName,
      hidden: z.boolean().optional(),
      copyInstanceOnItemCopy: z.boolean().optional(),
      fields: z
        .array(newTemplateField)
        .max(limits.metadataFieldsPerTemplate, `may hold at most ${limits.metadataFieldsPerTemplate} fields`)
        .optional(),
    }),
  ),
  answers: { 201: { kind: 'json', schema: metadataTemplate } },
  errors: ['conflict', 'forbidden', ...changeErrors],
  scope,
});

const pageQuery = z.object({
  limit: pageLimit(limits.pageLimit, limits.defaultPageLimit),
  marker: z.string().optional(),
  usemarker: z.string().optional(),
});

export const listGlobalMetadataTemplates = operation({
  name: 'listGlobalMetadataTemplates',
  summary: 'Lists the templates that every enterprise has.',
  method: 'GET',
  path: '/metadata_templates/global',
  query: pageQuery,
  answers: { 200: { kind: 'json', schema: metadataTemplates } },
  errors: ['invalid_limit', 'invalid_parameter'],
  scope: accountScopes,
});

export const listEnterpriseMetadataTemplates = operation({
  name: 'listEnterpriseMetadataTemplates',
  summary: 'Lists the templates of the enterprise.',
  method: 'GET',
  path: '/metadata_templates/enterprise',
  query: pageQuery,
  answers: { 200: { kind: 'json', schema: metadataTemplates } },
  errors: ['invalid_limit', 'invalid_parameter'],
  scope: accountScopes,
});

export const findMetadataTemplates = operation({
  name: 'findMetadataTemplates',
  summary: 'Lists the one template that an instance belongs to.',
  method: 'GET',
  path: '/metadata_templates',
  query: pageQuery.extend({ metadata_instance_id: z.string() }),
  answers: { 200: { kind: 'json', schema: metadataTemplates } },
  errors: ['invalid_limit', 'not_found', 'access_denied_insufficient_permissions'],
  scope: readScopes,
});

export const getMetadataTemplateById = operation({
  name: 'getMetadataTemplateById',
  summary: 'Gets a template by its id.',
  method: 'GET',
  path: '/metadata_templates/{template_id}',
  params: z.object({ template_id: pathId }),
  answers: { 200: { kind: 'json', schema: metadataTemplate } },
  errors: ['not_found'],
  scope: accountScopes,
});

export const getMetadataTemplate = operation({
  name: 'getMetadataTemplate',
  summary: 'Gets a template by its scope and its key.',
  method: 'GET',
  path: '/metadata_templates/{scope}/{template_key}/schema',
  params,
  answers: { 200: { kind: 'json', schema: metadataTemplate } },
  errors: ['not_found'],
  scope: accountScopes,
});

/** One step of a change of a template; which of the further fields it needs depends on `op`. */
export const templateStep = z.object({
  op: z.enum([
    'editTemplate',
    'addField',
    'editField',
    'removeField',
    'reorderFields',
    'addEnumOption',
    'editEnumOption',
    'removeEnumOption',
    'reorderEnumOptions',
    'addMultiSelectOption',
    'editMultiSelectOption',
    'removeMultiSelectOption',
    'reorderMultiSelectOptions',
  ]),
  data: z.record(z.string(), z.unknown()).optional(),
  fieldKey: z.string().optional(),
  fieldKeys: z.array(z.string()).optional(),
  enumOptionKey: z.string().optional(),
  enumOptionKeys: z.array(z.string()).optional(),
  multiSelectOptionKey: z.string().optional(),
  multiSelectOptionKeys: z.array(z.string()).optional(),
});
export type TemplateStep = z.output<typeof templateStep>;

/** What `editTemplate` may change. */
export const templateEdit = z.object({
  displayName: displayName.optional(),
  hidden: z.boolean().optional(),
  copyInstanceOnItemCopy: z.boolean().optional(),
});
/** What `editField` may change. The type of a field stays: its values are of it. */
export const fieldEdit = newTemplateField
  .pick({ key: true, displayName: true, description: true, hidden: true })
  .partial();
/** What is said of an option that is added or edited. */
export const optionEdit = newOption;

export const updateMetadataTemplate = operation({
  name: 'updateMetadataTemplate',
  summary: 'Changes a template by steps: all of them, or none when one of them fails.',
  method: 'PUT',
  path: '/metadata_templates/{scope}/{template_key}/schema',
  params,
  body: json(z.array(templateStep).min(1, 'must hold at least one step').max(limits.metadataPatchSteps)),
  answers: { 200: { kind: 'json', schema: metadataTemplate } },
  errors: ['conflict', 'forbidden', ...changeErrors],
  scope,
});

export const deleteMetadataTemplate = operation({
  name: 'deleteMetadataTemplate',
  summary: 'Deletes a template with all its instances.',
  method: 'DELETE',
  path: '/metadata_templates/{scope}/{template_key}/schema',
  params,
  answers: { 204: empty },
  errors: ['forbidden', ...changeErrors],
  scope,
});

/** A filter of a search by metadata: one template, and what its fields hold. */
export const metadataFilter = z.object({
  scope: scopeInPath,
  templateKey: templateKeyInPath,
  filters: z
    .record(
      z.string(),
      z.union([
        z.string(),
        z.number(),
        z.array(z.string()),
        z.object({
          gt: z.union([z.string(), z.number()]).optional(),
          lt: z.union([z.string(), z.number()]).optional(),
        }),
      ]),
    )
    .optional(),
});
export type MetadataFilter = z.output<typeof metadataFilter>;
