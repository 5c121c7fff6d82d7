import type { FieldType } from '../../../../contract/resources/notes/metadata-template.ts';
import type {
  NewTemplateField,
  NewTemplateOption,
} from '../../../../contract/resources/notes/metadata-template-request.ts';
import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { TemplateField, TemplateOption } from '../../../ports/metadata/notes/metadata-templates.ts';
import { parameterRefusal, Refusal } from '../../refusal.ts';

/**
 * A new field of a template.
 * @throws Refusal `bad_request` for options that the type does not support.
 */
export function newField(field: NewTemplateField, ids: Ids): TemplateField {
  const options = (field.options ?? []).map((option) => newOption(option, ids));
  if (options.length > 0 && !hasOptions(field.type)) {
    throw fieldRefusal(field.key, say`A field of type "${field.type}" has no options. Omit them.`);
  }
  requireDistinct(options, field.key);
  return {
    id: ids.hex(16),
    type: field.type,
    key: field.key,
    displayName: field.displayName,
    description: field.description ?? null,
    hidden: field.hidden ?? false,
    options,
  };
}

/** A new option of a field. */
export function newOption({ key, staticConfig }: NewTemplateOption, ids: Ids): TemplateOption {
  return { id: ids.hex(16), key, staticConfig: staticConfig ?? null };
}

/** True for types whose values come from a list of options. */
function hasOptions(type: FieldType): boolean {
  return type === 'enum' || type === 'multiSelect';
}

/** @throws Refusal `bad_request` for duplicate options, or too many of them. */
export function requireDistinct(options: readonly TemplateOption[], fieldKey: string): void {
  const twice = options.find(({ key }, index) => options.findIndex((other) => other.key === key) < index);
  if (twice) throw fieldRefusal(fieldKey, say`It lists the option "${twice.key}" twice.`);
  if (options.length > limits.metadataOptionsPerField) {
    throw fieldRefusal(fieldKey, say`It can have at most ${limits.metadataOptionsPerField} options.`);
  }
}

/** @throws Refusal `bad_request` for duplicate field keys, or too many fields. */
export function requireDistinctFields(fields: readonly TemplateField[]): void {
  const twice = fields.find(({ key }, index) => fields.findIndex((other) => other.key === key) < index);
  if (twice) throw fieldRefusal(twice.key, say`The template already has a field with this key.`);
  if (fields.length <= limits.metadataFieldsPerTemplate) return;
  throw new Refusal('bad_request', say`A template can have at most ${limits.metadataFieldsPerTemplate} fields.`);
}

/** The refusal for a problem with one field. */
export function fieldRefusal(key: string, sentences: readonly Sentence[]): Refusal {
  return parameterRefusal('bad_request', key, [...say`The field "${key}":`, ...sentences]);
}
