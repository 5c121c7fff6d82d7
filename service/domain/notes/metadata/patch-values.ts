import { isDeepStrictEqual } from 'node:util';
import type { MetadataPatchStep } from '../../../../contract/resources/notes/metadata-instance.ts';
import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { say } from '../../../../contract/rules/say.ts';
import { assertNever, Refusal } from '../../refusal.ts';
import type { ShownValues } from '../../representation/notes/instance-values.ts';

/**
 * Applies a JSON patch (RFC 6902) whose paths are top-level keys, all or nothing.
 * @throws Refusal `bad_request` for a failed `test` and for a step on a missing key.
 */
export function patched(values: ShownValues, steps: readonly MetadataPatchStep[]): ShownValues {
  return steps.reduce(afterStep, values);
}

function afterStep(values: ShownValues, step: MetadataPatchStep, index: number): ShownValues {
  const key = keyOf(step.path);
  switch (step.op) {
    case 'add':
      return { ...values, [key]: valueOf(step, index) };
    case 'replace':
      requireKey(values, key, index);
      return { ...values, [key]: valueOf(step, index) };
    case 'remove':
      requireKey(values, key, index);
      return without(values, key);
    case 'test':
      if (isDeepStrictEqual(values[key], valueOf(step, index))) return values;
      throw stepRefusal(index, say`"${key}" does not have the value that it was tested for. Read it again.`);
    case 'copy':
      return { ...values, [key]: valueAt(values, step, index) };
    case 'move': {
      const value = valueAt(values, step, index);
      return { ...without(values, keyOf(step.from ?? '')), [key]: value };
    }
    default:
      return assertNever(step.op);
  }
}

/** A JSON pointer to a key (RFC 6901): `~1` is a slash and `~0` a tilde. */
function keyOf(pointer: string): string {
  return pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
}

function valueOf({ op, value }: MetadataPatchStep, index: number) {
  if (value === undefined)
    throw stepRefusal(index, say`"${op}" needs a "value": a text, a number or an array of texts.`);
  return value;
}

function valueAt(values: ShownValues, { op, from }: MetadataPatchStep, index: number) {
  if (from === undefined) throw stepRefusal(index, say`"${op}" needs a "from".`);
  const key = keyOf(from);
  requireKey(values, key, index);
  const value = values[key];
  if (value === undefined) throw stepRefusal(index, say`There is no "${key}".`);
  return value;
}

function requireKey(values: ShownValues, key: string, index: number): void {
  if (!Object.hasOwn(values, key)) throw stepRefusal(index, say`There is no "${key}". Use "add" to set it.`);
}

function without(values: ShownValues, key: string): ShownValues {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== key));
}

function stepRefusal(index: number, sentences: readonly Sentence[]): Refusal {
  return new Refusal('bad_request', [
    ...say`Step ${index + 1} of the patch:`,
    ...sentences,
    ...say`Nothing was changed.`,
  ]);
}
