import type { FieldType } from '../../../../contract/resources/notes/metadata-template.ts';
import {
  readFieldEdit,
  readNewField,
  readOption,
  readTemplateEdit,
  type StepData,
  type TemplateStep,
} from '../../../../contract/resources/notes/metadata-template-request.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { Ids } from '../../../ports/ids.ts';
import type {
  MetadataTemplateRecord,
  TemplateField,
  TemplateOption,
} from '../../../ports/metadata/notes/metadata-templates.ts';
import { assertNever, Refusal } from '../../refusal.ts';
import { fieldRefusal, newField, newOption, requireDistinct, requireDistinctFields } from './template-fields.ts';

type Template = MetadataTemplateRecord;

/**
 * Applies one step to a template.
 * @throws Refusal `bad_request` for an invalid step.
 */
export function afterStep(template: Template, step: TemplateStep, ids: Ids): Template {
  switch (step.op) {
    case 'editTemplate':
      return { ...template, ...present(parsed(step, readTemplateEdit)) };
    case 'addField':
      return withFields(template, [...template.fields, newField(parsed(step, readNewField), ids)]);
    case 'editField':
      return editField(template, step);
    case 'removeField': {
      const { id } = fieldOf(template, step);
      return withFields(
        template,
        template.fields.filter((field) => field.id !== id),
      );
    }
    case 'reorderFields':
      return withFields(template, reordered(template.fields, step.fieldKeys, 'fieldKeys'));
    case 'addEnumOption':
    case 'editEnumOption':
    case 'removeEnumOption':
    case 'reorderEnumOptions':
      return withOptions(template, step, 'enum', ids);
    case 'addMultiSelectOption':
    case 'editMultiSelectOption':
    case 'removeMultiSelectOption':
    case 'reorderMultiSelectOptions':
      return withOptions(template, step, 'multiSelect', ids);
    default:
      return assertNever(step.op);
  }
}

function withFields(template: Template, fields: readonly TemplateField[]): Template {
  requireDistinctFields(fields);
  return { ...template, fields };
}

function editField(template: Template, step: TemplateStep): Template {
  const field = fieldOf(template, step);
  const { description, hidden, ...named } = parsed(step, readFieldEdit);
  const edited: TemplateField = {
    ...field,
    ...present(named),
    ...(description === undefined ? {} : { description }),
    hidden: hidden ?? field.hidden,
  };
  return withFields(
    template,
    template.fields.map((other) => (other.id === field.id ? edited : other)),
  );
}

function withOptions(template: Template, step: TemplateStep, type: FieldType, ids: Ids): Template {
  const field = fieldOf(template, step);
  if (field.type !== type)
    throw fieldRefusal(field.key, say`It has the type "${field.type}", and "${step.op}" is for "${type}".`);
  const options = optionsAfter(field, step, ids);
  requireDistinct(options, field.key);
  return {
    ...template,
    fields: template.fields.map((other) => (other.id === field.id ? { ...field, options } : other)),
  };
}

function optionsAfter(field: TemplateField, step: TemplateStep, ids: Ids): readonly TemplateOption[] {
  const { options } = field;
  switch (step.op) {
    case 'addEnumOption':
    case 'addMultiSelectOption':
      return [...options, newOption(parsed(step, readOption), ids)];
    case 'editEnumOption':
    case 'editMultiSelectOption': {
      const edit = parsed(step, readOption);
      const { id } = optionOf(field, step);
      const changed = (option: TemplateOption) => ({
        ...option,
        key: edit.key,
        staticConfig: edit.staticConfig === undefined ? option.staticConfig : edit.staticConfig,
      });
      return options.map((option) => (option.id === id ? changed(option) : option));
    }
    case 'removeEnumOption':
    case 'removeMultiSelectOption': {
      const { id } = optionOf(field, step);
      return options.filter((option) => option.id !== id);
    }
    default:
      return reordered(options, step.enumOptionKeys ?? step.multiSelectOptionKeys, 'enumOptionKeys');
  }
}

function fieldOf(template: Template, { op, fieldKey }: TemplateStep): TemplateField {
  const field = template.fields.find(({ key }) => key === fieldKey);
  if (field) return field;
  throw new Refusal('bad_request', say`"${op}" needs the "fieldKey" of an existing field, not "${fieldKey ?? ''}".`);
}

function optionOf(field: TemplateField, { op, enumOptionKey, multiSelectOptionKey }: TemplateStep): TemplateOption {
  const wanted = enumOptionKey ?? multiSelectOptionKey;
  const option = field.options.find(({ key }) => key === wanted);
  if (option) return option;
  throw fieldRefusal(field.key, say`"${op}" needs the key of one of its options, not "${wanted ?? ''}".`);
}

/** Sorts entries by a list of keys that contains each key once. */
function reordered<T extends { readonly key: string }>(
  things: readonly T[],
  keys: readonly string[] | undefined,
  name: string,
): readonly T[] {
  const ordered = (keys ?? []).flatMap((wanted) => things.filter(({ key }) => key === wanted));
  if (ordered.length === things.length && new Set(ordered).size === things.length) return ordered;
  throw new Refusal('bad_request', say`"${name}" must list each key once, in the new order.`);
}

/**
 * Parses a step.
 * @throws Refusal `bad_request` if it is invalid.
 */
function parsed<T>(step: TemplateStep, read: (step: TemplateStep) => StepData<T>): T {
  const data = read(step);
  if ('value' in data) return data.value;
  throw new Refusal('bad_request', data.fault);
}

/** Removes undefined fields. */
function present<T extends object>(edit: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(edit).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}
