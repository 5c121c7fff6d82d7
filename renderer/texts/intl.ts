/**
 * Formats of numbers and dates. To make one takes a hundred times as long as to use it, and a table uses a few of them for each cell, so each is
 * made once.
 */
const numbers = new Map<string, Intl.NumberFormat>();
const orders = new Map<string, Intl.Collator>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** `digits`: at most so many behind the point. */
export function numberFormat(language: string, digits: number): Intl.NumberFormat {
  return kept(
    numbers,
    `${language} ${digits}`,
    () => new Intl.NumberFormat(language, { maximumFractionDigits: digits }),
  );
}

export function unitFormat(language: string, unit: string, unitDisplay: 'long' | 'short'): Intl.NumberFormat {
  return kept(
    numbers,
    `${language} ${unit} ${unitDisplay}`,
    () => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }),
  );
}

export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dates, `${language} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(language, options));
}

/** Compares texts as a dictionary does, and numbers in them by their value. */
export function textOrder(language: string): Intl.Collator {
  return kept(orders, language, () => new Intl.Collator(language, { numeric: true }));
}

function kept<Format>(made: Map<string, Format>, key: string, make: () => Format): Format {
  const known = made.get(key);
  if (known !== undefined) return known;
  const format = make();
  made.set(key, format);
  return format;
}
