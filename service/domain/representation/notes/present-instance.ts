import type { MetadataInstance } from '../../../../contract/resources/notes/metadata-instance.ts';
import type { MetadataInstanceRecord } from '../../../ports/metadata/notes/metadata-instances.ts';
import type { MetadataTemplateRecord } from '../../../ports/metadata/notes/metadata-templates.ts';
import type { ItemView } from '../../access/item-access.ts';
import { allows } from '../../access/permissions/rights.ts';
import type { ServiceSettings } from '../../service.ts';
import { shownScope } from './find-template.ts';
import { shownValues } from './instance-values.ts';

/** An instance as the viewer sees it. */
export function presentInstance(
  instance: MetadataInstanceRecord,
  template: MetadataTemplateRecord,
  { item, access }: Pick<ItemView, 'item' | 'access'>,
  settings: Pick<ServiceSettings, 'enterprise'>,
): MetadataInstance {
  return {
    // User-defined keys come first, so that none can override the service's own.
    ...shownValues(template, instance.values),
    $id: instance.id,
    $type: `${template.key}-${template.id}`,
    $parent: `${item.kind}_${item.id}`,
    $scope: shownScope(template.scope, settings),
    $template: template.key,
    $version: instance.version,
    $typeVersion: template.version,
    $canEdit: allows(access.role, 'upload'),
  };
}
