/** A refusal for a form: message, remedy, and the invalid fields by name. */
export type Refused = {
  readonly message: string;
  readonly remedy: string;
  readonly faults: readonly { readonly name: string; readonly message: string }[];
};

export type PlacedFieldErrors = {
  /** By field name. */
  readonly beside: Readonly<Record<string, string[]>>;
  /** Errors without a field, shown at the bottom of the form. */
  readonly foot: Pick<Refused, 'message' | 'remedy'> | null;
};

/**
 * Places each error next to its field (`folder.id` belongs to the field `folder`). If any error has no field, the whole refusal also appears at the
 * bottom, so that nothing is hidden.
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

/** `"title": must have 1 to 50 characters.` -> `Must have 1 to 50 characters.`: next to its field the name is redundant. */
function withoutName(message: string): string {
  const said = message.replace(/^(?:"[^"]*"(?: in the \w+)?:?|„[^“]*“:) /, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
