/** Why something was refused, as a form needs it: a sentence, what to do, and the parts that are at fault by their names. */
export type Refused = {
  readonly message: string;
  readonly remedy: string;
  readonly faults: readonly { readonly name: string; readonly message: string }[];
};

export type PlacedFieldErrors = {
  /** By the name of the field. */
  readonly beside: Readonly<Record<string, string[]>>;
  /** Errors without a field, shown at the bottom of the form. */
  readonly foot: Pick<Refused, 'message' | 'remedy'> | null;
};

/**
 * Each fault beside the field that it is about (`folder.id` is about the field `folder`); the whole refusal at the foot as soon as a
 * part of it has no field, so that nothing is kept from the person.
 */
export function placeFieldErrors(refused: Refused | null, fields: readonly string[]): PlacedFieldErrors {
  if (refused === null) return { beside: {}, foot: null };
  const beside: Record<string, string[]> = {};
  let isPlaced = refused.faults.length > 0;
  for (const { name, message } of refused.faults) {
    const field = fields.find((one) => name === one || name.startsWith(`${one}.`));
    if (field === undefined) isPlaced = false;
    else beside[field] = [...(beside[field] ?? []), withoutName(message)];
  }
  return { beside, foot: isPlaced ? null : { message: refused.message, remedy: refused.remedy } };
}

/** `"title": must have 1 to 50 characters.` -> `Must have 1 to 50 characters.`: beside its field the name says nothing more. */
function withoutName(message: string): string {
  const said = message.replace(/^"[^"]*"( in the \w+)?:? /, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
