import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { metadataTemplate, metadataTemplates } from '../../resources/notes/metadata-template.ts';
import {
  displayName,
  newTemplateField,
  scopeInPath,
  templateKeyInPath,
  templateKeyText,
  templateStep,
} from '../../resources/notes/metadata-template-request.ts';
import { limits } from '../../rules/limits.ts';
import { accountScopes, readScopes } from '../../scopes.ts';
import { markerQuery, pathId } from '../parameters.ts';

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
      templateKey: templateKeyText(limits.metadataTemplateKeyLength).optional(),
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

export const listGlobalMetadataTemplates = operation({
  name: 'listGlobalMetadataTemplates',
  summary: 'Lists the templates that every enterprise has.',
  method: 'GET',
  path: '/metadata_templates/global',
  query: markerQuery,
  answers: { 200: { kind: 'json', schema: metadataTemplates } },
  errors: ['invalid_limit', 'invalid_parameter'],
  scope: accountScopes,
});

export const listEnterpriseMetadataTemplates = operation({
  name: 'listEnterpriseMetadataTemplates',
  summary: 'Lists the templates of the enterprise.',
  method: 'GET',
  path: '/metadata_templates/enterprise',
  query: markerQuery,
  answers: { 200: { kind: 'json', schema: metadataTemplates } },
  errors: ['invalid_limit', 'invalid_parameter'],
  scope: accountScopes,
});

export const findMetadataTemplates = operation({
  name: 'findMetadataTemplates',
  summary: 'Lists the one template that an instance belongs to.',
  method: 'GET',
  path: '/metadata_templates',
  query: markerQuery.safeExtend({ metadata_instance_id: z.string() }),
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
