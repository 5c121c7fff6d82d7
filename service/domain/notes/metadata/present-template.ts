import type { MetadataTemplate } from '../../../../contract/resources/notes/metadata-template.ts';
import type { MetadataTemplateRecord, TemplateField } from '../../../ports/metadata/notes/metadata-templates.ts';
import { shownScope } from '../../representation/notes/find-template.ts';
import type { ServiceSettings } from '../../service.ts';

/** A template in a response. */
export function presentTemplate(
  template: MetadataTemplateRecord,
  settings: Pick<ServiceSettings, 'enterprise'>,
): MetadataTemplate {
  return {
    id: template.id,
    type: 'metadata_template',
    scope: shownScope(template.scope, settings),
    templateKey: template.key,
    displayName: template.displayName,
    hidden: template.hidden,
    copyInstanceOnItemCopy: template.copyInstanceOnItemCopy,
    fields: template.fields.map(presentField),
  };
}

function presentField({ id, type, key, displayName, description, hidden, options }: TemplateField) {
  const hasOptions = type === 'enum' || type === 'multiSelect';
  return {
    id,
    type,
    key,
    displayName,
    ...(description === null ? {} : { description }),
    hidden,
    ...(hasOptions ? { options: options.map(presentOption) } : {}),
  };
}

function presentOption({ id, key, staticConfig }: TemplateField['options'][number]) {
  return staticConfig === null ? { id, key } : { id, key, staticConfig };
}
