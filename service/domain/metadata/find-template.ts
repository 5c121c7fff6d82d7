import { propertiesTemplateKey } from '../../../contract/resources/metadata-template.ts';
import type { MetadataTemplateRecord, TemplateScope } from '../../ports/metadata/metadata-templates.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import type { ServiceSettings } from '../service.ts';

/** The template whose instances take any keys with texts. It is in no table: every service has it, and nobody can change it. */
export const propertiesTemplate: MetadataTemplateRecord = {
  id: '0',
  scope: 'global',
  key: propertiesTemplateKey,
  displayName: 'Custom metadata',
  hidden: false,
  copyInstanceOnItemCopy: true,
  fields: [],
  version: 0,
  createdBy: '0',
  createdAt: 0,
  modifiedAt: 0,
};

/** True for the template that leaves the keys free. */
export function isProperties(template: Pick<MetadataTemplateRecord, 'id'>): boolean {
  return template.id === propertiesTemplate.id;
}

/** The scope as answers show it: `global`, or `enterprise_` and the id of the enterprise. */
export function shownScope(scope: TemplateScope, settings: Pick<ServiceSettings, 'enterprise'>): string {
  return scope === 'global' ? 'global' : `enterprise_${settings.enterprise.id}`;
}

/** The scope that a request names, `enterprise` being short for the own one; null for another enterprise's. */
export function readScope(text: string, settings: Pick<ServiceSettings, 'enterprise'>): TemplateScope | null {
  if (text === 'global') return 'global';
  return text === 'enterprise' || text === shownScope('enterprise', settings) ? 'enterprise' : null;
}

/** What a request calls a template. */
export interface TemplateName {
  readonly scope: string;
  readonly key: string;
}

/** The template of a name; null when there is none. */
export async function findTemplate(
  reads: MetadataReads,
  settings: Pick<ServiceSettings, 'enterprise'>,
  { scope, key }: TemplateName,
): Promise<MetadataTemplateRecord | null> {
  const known = readScope(scope, settings);
  if (known === null) return null;
  if (known === 'global' && key === propertiesTemplate.key) return propertiesTemplate;
  return reads.templates.getByKey(known, key);
}

/** The template of a name. @throws Refusal `not_found` when there is none. */
export async function requireTemplate(
  reads: MetadataReads,
  settings: Pick<ServiceSettings, 'enterprise'>,
  name: TemplateName,
): Promise<MetadataTemplateRecord> {
  const template = await findTemplate(reads, settings, name);
  if (template) return template;
  throw new Refusal('not_found', `There is no metadata template "${name.key}" in the scope "${name.scope}".`);
}

/** Templates by id, the one of free keys included. */
export async function templatesById(
  reads: MetadataReads,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, MetadataTemplateRecord>> {
  const wanted = [...new Set(ids)].filter((id) => id !== propertiesTemplate.id);
  const found = wanted.length === 0 ? [] : await reads.templates.getMany(wanted);
  return new Map([propertiesTemplate, ...found].map((template) => [template.id, template]));
}
