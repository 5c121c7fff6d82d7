import type { MetadataInstance } from '../../../../contract/resources/notes/metadata-instance.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { MetadataInstanceRecord } from '../../../ports/metadata/notes/metadata-instances.ts';
import type { MetadataTemplateRecord } from '../../../ports/metadata/notes/metadata-templates.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { requireItem } from '../../access/item-access.ts';
import { Refusal } from '../../refusal.ts';
import { findTemplate, type TemplateName, templatesById } from '../../representation/notes/find-template.ts';
import { presentInstance } from '../../representation/notes/present-instance.ts';
import type { Caller, Service } from '../../service.ts';
import type { MetadataItem } from './metadata-item.ts';

/** All metadata of an item, for callers who may list it. */
export async function listInstances(
  service: Service,
  caller: Caller,
  item: MetadataItem,
): Promise<{ readonly entries: MetadataInstance[]; readonly limit: number }> {
  return service.store.read(async (reads) => {
    const view = await requireItem(reads, caller, item.kind, item.id, 'list');
    const instances = await reads.instances.listOfItems([view.item.id]);
    const templates = await templatesById(
      reads,
      instances.map(({ templateId }) => templateId),
    );
    const entries = instances.flatMap((instance) => {
      const template = templates.get(instance.templateId);
      return template ? [presentInstance(instance, template, view, service.settings)] : [];
    });
    return { entries, limit: limits.metadataInstancesPerItem };
  });
}

/** The metadata of an item for one template. */
export async function getInstance(
  service: Service,
  caller: Caller,
  { item, template: name }: { readonly item: MetadataItem; readonly template: TemplateName },
): Promise<MetadataInstance> {
  return service.store.read(async (reads) => {
    const view = await requireItem(reads, caller, item.kind, item.id, 'list');
    const { instance, template } = await requireInstance(reads, service, view.item.id, name);
    return presentInstance(instance, template, view, service.settings);
  });
}

/**
 * Finds the instance of a template on an item.
 * @throws Refusal `instance_tuple_not_found` if there is no such template, `instance_not_found` if the item has no instance of it.
 */
export async function requireInstance(
  reads: MetadataReads,
  service: Service,
  itemId: string,
  name: TemplateName,
): Promise<{ readonly instance: MetadataInstanceRecord; readonly template: MetadataTemplateRecord }> {
  const template = await requireKnownTemplate(reads, service, name);
  const instance = await reads.instances.get(itemId, template.id);
  if (instance) return { instance, template };
  throw new Refusal('instance_not_found', say`The item has no metadata of the template "${name.key}".`);
}

/**
 * Finds the template of a metadata request.
 * @throws Refusal `instance_tuple_not_found`.
 */
export async function requireKnownTemplate(
  reads: MetadataReads,
  { settings }: Service,
  name: TemplateName,
): Promise<MetadataTemplateRecord> {
  const template = await findTemplate(reads, settings, name);
  if (template) return template;
  const message = say`The scope "${name.scope}" has no metadata template "${name.key}".`;
  throw new Refusal('instance_tuple_not_found', message);
}
