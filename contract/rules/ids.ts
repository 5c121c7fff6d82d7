/**
 * The source of a pattern for one id in a request: decimal digits without leading zeros. Each id has one spelling, so the texts of two
 * ids are equal exactly if the ids are.
 */
export const idPattern = String.raw`(?:0|[1-9]\d{0,18})`;

export const wholeId = new RegExp(`^${idPattern}$`);

/** Whether a text is an id in the spelling of requests. */
export function isId(text: string): boolean {
  return wholeId.test(text);
}

/** The message of a field whose text is no id. */
export const idRule = 'must be an id: decimal digits without a leading zero';
