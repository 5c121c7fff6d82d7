import type { MetadataTemplate, MetadataTemplates } from '../../../../contract/resources/notes/metadata-template.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { TemplateScope } from '../../../ports/metadata/notes/metadata-templates.ts';
import { requireItem } from '../../access/item-access.ts';
import { pageByMarker, readListMarker } from '../../kernel/paging/list-marker.ts';
import { foundOr, Refusal } from '../../refusal.ts';
import {
  propertiesTemplate,
  requireTemplate,
  type TemplateName,
  templatesById,
} from '../../representation/notes/find-template.ts';
import type { Caller, Service } from '../../service.ts';
import { presentTemplate } from './present-template.ts';

/** Selects a page of templates. */
export interface ListTemplates {
  readonly scope: TemplateScope;
  readonly marker: string | undefined;
  readonly limit: number;
}

/** The templates of a scope, in order of creation. */
export async function listTemplates(
  service: Service,
  _caller: Caller,
  { scope, marker, limit }: ListTemplates,
): Promise<MetadataTemplates> {
  const { markerKey } = service.settings;
  const list = ['metadata_templates', scope];
  const cursor = readListMarker(markerKey, list, marker);
  return service.store.read(async (reads) => {
    const first = scope === 'global' && cursor === null ? [propertiesTemplate] : [];
    const rows = [...first, ...(await reads.templates.list(scope, String(cursor?.[0] ?? '0'), limit + 1))];
    const page = pageByMarker(markerKey, list, { rows, limit, cursorOf: ({ id }) => [id] });
    return { ...page, entries: page.entries.map((template) => presentTemplate(template, service.settings)) };
  });
}

/** A template by scope and key. */
export async function getTemplate(service: Service, _caller: Caller, name: TemplateName): Promise<MetadataTemplate> {
  return service.store.read(async (reads) => {
    return presentTemplate(await requireTemplate(reads, service.settings, name), service.settings);
  });
}

/**
 * A template by id.
 * @throws Refusal `not_found`.
 */
export async function getTemplateById(service: Service, _caller: Caller, id: string): Promise<MetadataTemplate> {
  return service.store.read(async (reads) => {
    const template = (await templatesById(reads, [id])).get(id);
    if (!template) throw new Refusal('not_found', say`Metadata template ${id} does not exist.`);
    return presentTemplate(template, service.settings);
  });
}

/**
 * The template of an instance, for callers who may see its item.
 * @throws Refusal `not_found`.
 */
export async function getTemplateOfInstance(
  service: Service,
  caller: Caller,
  instanceId: string,
): Promise<MetadataTemplate> {
  return service.store.read(async (reads) => {
    const missing = new Refusal(
      'not_found',
      say`Metadata instance ${instanceId} does not exist, or you have no access to its item.`,
    );
    const instance = await reads.instances.getById(instanceId);
    const item = instance && (await reads.items.get(instance.itemId));
    if (!instance || !item) throw missing;
    await foundOr(missing, () => requireItem(reads, caller, item.kind, item.id, 'list'));
    const template = (await templatesById(reads, [instance.templateId])).get(instance.templateId);
    if (!template) throw missing;
    return presentTemplate(template, service.settings);
  });
}
