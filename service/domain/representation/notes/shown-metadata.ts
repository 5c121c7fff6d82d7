import type { MetadataInstance } from '../../../../contract/resources/notes/metadata-instance.ts';
import {
  classificationFieldKey,
  classificationTemplateKey,
} from '../../../../contract/resources/notes/metadata-template.ts';
import type { MetadataInstanceRecord } from '../../../ports/metadata/notes/metadata-instances.ts';
import type { MetadataTemplateRecord } from '../../../ports/metadata/notes/metadata-templates.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { ItemView } from '../../access/item-access.ts';
import type { ServiceSettings } from '../../service.ts';
import { readScope, shownScope, type TemplateName, templatesById } from './find-template.ts';
import { presentInstance } from './present-instance.ts';

/** An item's `classification`. */
export interface Classification {
  readonly name: string;
  readonly definition: string;
  readonly color: string;
}

/** Item metadata by scope and template: all for `fields=metadata`, one instance for `fields=metadata.{scope}.{template}`. */
export type ShownMetadata = Record<string, Record<string, MetadataInstance>>;

/** The metadata that `fields` selects, by item id. */
export async function metadataOfItems(
  reads: MetadataReads,
  settings: Pick<ServiceSettings, 'enterprise'>,
  views: readonly Pick<ItemView, 'item' | 'access'>[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, ShownMetadata>> {
  const wanted = wantedTemplates(fields);
  const shown = new Map<string, ShownMetadata>();
  const viewsById = new Map(views.map((view) => [view.item.id, view]));
  if (wanted.length === 0) return shown;
  for (const { instance, template } of await instancesOf(reads, [...viewsById.keys()])) {
    const view = viewsById.get(instance.itemId);
    if (!view) continue;
    for (const asked of wanted) {
      const scope = scopeShown(asked, template, settings);
      if (scope === null) continue;
      const metadata = shown.get(instance.itemId) ?? {};
      metadata[scope] = { ...metadata[scope], [template.key]: presentInstance(instance, template, view, settings) };
      shown.set(instance.itemId, metadata);
    }
  }
  return shown;
}

/** The classifications of items, by item id; items without one are left out. */
export async function classificationsOf(
  reads: MetadataReads,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, Classification>> {
  const template = await reads.templates.getByKey('enterprise', classificationTemplateKey);
  const field = template?.fields.find(({ key }) => key === classificationFieldKey);
  const classified = new Map<string, Classification>();
  if (!template || !field) return classified;
  for (const instance of await reads.instances.listOfItems(itemIds)) {
    const option = field.options.find(({ id }) => id === instance.values[field.id]);
    if (instance.templateId !== template.id || !option) continue;
    const config = option.staticConfig?.['classification'];
    const { definition, colorID } = configOf(config);
    classified.set(instance.itemId, { name: option.key, definition, color: colors[colorID] ?? colors[0] });
  }
  return classified;
}

/** The colours of classification numbers, as public clients show them. */
const colors = ['#fff2cc', '#ffe0b2', '#ffcdd2', '#e1bee7', '#bbdefb', '#90caf9', '#c8e6c9', '#e0e0e0'] as const;

/** Earlier templates spell it `colorId`. */
function configOf(config: unknown): { readonly definition: string; readonly colorID: number } {
  const said = typeof config === 'object' && config !== null ? config : {};
  const definition: unknown = Reflect.get(said, 'classificationDefinition');
  const colorID: unknown = Reflect.get(said, 'colorID') ?? Reflect.get(said, 'colorId');
  return {
    definition: typeof definition === 'string' ? definition : '',
    colorID: typeof colorID === 'number' ? colorID : 0,
  };
}

type Wanted = 'all' | TemplateName;

function wantedTemplates(fields: readonly string[]): readonly Wanted[] {
  return fields.flatMap((field): Wanted[] => {
    if (field === 'metadata') return ['all'];
    const [, scope, key] = /^metadata\.([^.]+)\.([^.]+)$/.exec(field) ?? [];
    return scope !== undefined && key !== undefined ? [{ scope, key }] : [];
  });
}

/** The scope under which a request shows instances of a template; null if it doesn't. */
function scopeShown(
  wanted: Wanted,
  template: MetadataTemplateRecord,
  settings: Pick<ServiceSettings, 'enterprise'>,
): string | null {
  if (wanted === 'all') return shownScope(template.scope, settings);
  const isNamed = wanted.key === template.key && readScope(wanted.scope, settings) === template.scope;
  return isNamed ? wanted.scope : null;
}

async function instancesOf(
  reads: MetadataReads,
  itemIds: readonly string[],
): Promise<readonly { readonly instance: MetadataInstanceRecord; readonly template: MetadataTemplateRecord }[]> {
  const instances = await reads.instances.listOfItems(itemIds);
  const templates = await templatesById(
    reads,
    instances.map(({ templateId }) => templateId),
  );
  return instances.flatMap((instance) => {
    const template = templates.get(instance.templateId);
    return template ? [{ instance, template }] : [];
  });
}
