/** A piece of HTML whose text was escaped when it was created. */
export interface Html {
  readonly html: string;
}

type Insertable = Html | string | number | null | undefined | false | readonly Html[];

/**
 * Builds HTML from a template: interpolated values are escaped as text unless they are `Html` themselves; null and false render
 * nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Insertable[]): Html {
  const parts = strings.map((text, index) => text + (index < values.length ? inserted(values[index]) : ''));
  return { html: parts.join('') };
}

function inserted(value: Insertable): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if (isHtml(value)) return value.html;
  return value.map((piece) => piece.html).join('');
}

function isHtml(value: Html | readonly Html[]): value is Html {
  return 'html' in value;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
