import type { FieldType } from '../../../../contract/resources/notes/metadata-template.ts';
import type {
  NewTemplateField,
  NewTemplateOption,
} from '../../../../contract/resources/notes/metadata-template-request.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { TemplateField, TemplateOption } from '../../../ports/metadata/notes/metadata-templates.ts';
import { Refusal } from '../../refusal.ts';

/**
 * A new field of a template.
 * @throws Refusal `bad_request` for options that the type does not support.
 */
export function newField(field: NewTemplateField, ids: Ids): TemplateField {
  const options = (field.options ?? []).map((option) => newOption(option, ids));
  if (options.length > 0 && !hasOptions(field.type)) {
    throw fieldRefusal(field.key, `a field of type "${field.type}" has no options; leave them out`);
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
  if (twice) throw fieldRefusal(fieldKey, `the option "${twice.key}" stands there twice`);
  if (options.length > limits.metadataOptionsPerField) {
    throw fieldRefusal(fieldKey, `it may have at most ${limits.metadataOptionsPerField} options`);
  }
}

/** @throws Refusal `bad_request` for duplicate field keys, or too many fields. */
export function requireDistinctFields(fields: readonly TemplateField[]): void {
  const twice = fields.find(({ key }, index) => fields.findIndex((other) => other.key === key) < index);
  if (twice) throw fieldRefusal(twice.key, 'the template has a field of this key already');
  if (fields.length <= limits.metadataFieldsPerTemplate) return;
  throw new Refusal('bad_request', `A template can have at most ${limits.metadataFieldsPerTemplate} fields.`);
}

/** The refusal for a problem with one field. */
export function fieldRefusal(key: string, sentence: string): Refusal {
  const message = `The field "${key}": ${sentence}.`;
  return new Refusal('bad_request', message, {
    contextInfo: { errors: [{ reason: 'invalid_parameter', name: key, message }] },
  });
}
